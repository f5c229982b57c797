import { and, eq, inArray, sql } from 'drizzle-orm';
import { transitions } from '../../../content/audiences/lifecycle.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audienceVersions } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { dayMs } from '../../../lib/durations.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { Experiment } from '../schemas.ts';
import { experimentRecord } from './internal.ts';
import { refuseStatus, type StatusParams } from './status.ts';

/** For how long after the end of a test its visitors are known, in milliseconds: what they did before may arrive late. */
export const knownFor = dayMs;

/** Ends a running test, with its winner or without one. `isPublished`: the winner is not live, and must be one that can be published. */
export const endTest = statement(
  (
    {
      key,
      write,
      publishedVersionId = sql`null` as never,
    }: StatusParams & { publishedVersionId: Param<string> | undefined },
    isPublished: boolean,
  ) =>
    experimentRecord.revise(
      key,
      write,
      {
        status: 'ended',
        endReason: sql`iif(${publishedVersionId} is null, 'stopped', 'winner')`,
        publishedVersionId,
        endedAt: write.now,
        dueAt: sql`${write.now} + ${knownFor}`,
      },
      and(
        eq(experiments.status, 'running'),
        isPublished
          ? existsIn(
              audienceVersions,
              and(
                eq(audienceVersions.versionId, publishedVersionId),
                inArray(audienceVersions.status, [...transitions.publish.from]),
              ),
            )
          : undefined,
      ),
    ),
);

/** Ends a test without a winner. Throws `experiment_not_found`, `invalid_transition`, `precondition_failed`. */
export const stopExperiment = (
  db: Database,
  experimentId: string,
  ifMatch: IfMatch,
): Promise<Tagged<Experiment>> =>
  experimentRecord.write(db, experimentId, { stop: true }, ifMatch, {
    write: (write) => endTest({ key: experimentId, write, publishedVersionId: undefined }, false),
    refuseFor: (row) => refuseStatus(row, 'stop'),
  });
