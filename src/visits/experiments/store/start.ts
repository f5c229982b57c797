import { and, eq, isNull, sql } from 'drizzle-orm';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { Experiment } from '../schemas.ts';
import { canHave, canStart, endsLater, freezeArms, refuseTest, selectObstaclesOf } from './arms.ts';
import { experimentRecord } from './internal.ts';
import { refuseWhileRunning, type StatusParams, selectStatus } from './status.ts';

const own = sql`${experiments.audienceId}`;

const startTest = statement(({ key, write }: StatusParams) =>
  experimentRecord.revise(
    key,
    write,
    { status: 'running', startedAt: write.now, dueAt: sql`${experiments.endsAt}` },
    and(
      eq(experiments.status, 'draft'),
      canHave(own, sql`${experiments.arms}`),
      canStart(own),
      endsLater(experiments.endsAt, write),
      existsIn(
        audiences,
        and(eq(audiences.audienceId, own), isNull(audiences.archivedAt), isNull(audiences.personId)),
      ),
    ),
  ),
);

/** Starts a test. Throws `experiment_not_found`, `experiment_running`, `experiment_impossible`, `invalid_transition`. */
export const startExperiment = (
  db: Database,
  experimentId: string,
  ifMatch: IfMatch,
): Promise<Tagged<Experiment>> =>
  experimentRecord.write(db, experimentId, { start: true }, ifMatch, {
    write: (write) => startTest({ key: experimentId, write }),
    also: () => freezeArms({ experimentId }),
    reads: [selectObstaclesOf({ key: experimentId, arms: undefined }), selectStatus({ key: experimentId })],
    refuse: ([obstacles], [row]) => {
      if (row) refuseWhileRunning(row, 'start');
      refuseTest(obstacles, true, row?.endsAt);
    },
  });
