import { and, eq, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isLatest } from '../../../content/audiences/store/versions.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audienceVersions } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { isLastWrite, newWrite } from '../../../db/conditional-write.ts';
import { build, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { audienceOf, testRuns } from './arms.ts';
import { experimentRecord } from './internal.ts';
import type { StatusParams } from './status.ts';

const unfreezeArms = statement(({ key, write }: StatusParams) => {
  const others = alias(experiments, 'others');
  const armsIn = (table: SQL, where: SQL | undefined) =>
    sql`(select arm.value ->> 'versionId' from ${table}, json_each(arms) as arm where ${where})`;
  return build
    .update(audienceVersions)
    .set({ frozen: null })
    .where(
      and(
        inArray(audienceVersions.status, ['draft', 'cancelled']),
        // The words of an earlier version are nowhere else.
        isLatest(audienceOf(key)),
        inArray(
          audienceVersions.versionId,
          armsIn(
            sql`${experiments}`,
            and(
              eq(experiments.experimentId, key),
              isLastWrite(experiments.writeIds, write),
              isNull(experiments.startedAt),
            ),
          ),
        ),
        notInArray(
          audienceVersions.versionId,
          armsIn(
            sql`${experiments} as ${others}`,
            and(
              eq(others.audienceId, audienceVersions.audienceId),
              ne(others.experimentId, key),
              isNull(others.deletedAt),
            ),
          ),
        ),
      ),
    );
});

const deleteTest = statement(({ key, write }: StatusParams) =>
  experimentRecord.revise(key, write, { deletedAt: write.now }, ne(experiments.status, 'running')),
);

/**
 * Deletes a test that does not run. The words of a draft can be edited again. A second call changes nothing. Throws
 * `experiment_not_found`, `experiment_running`, `precondition_failed`.
 */
export async function deleteExperiment(db: Database, experimentId: string, ifMatch: IfMatch) {
  const write = newWrite(ifMatch);
  const params = { key: experimentId, write };
  const [, , [row]] = await db.batch([
    deleteTest(params),
    unfreezeArms(params),
    experimentRecord.select({ experimentId }),
  ]);
  const { deletedAt, revision } = experimentRecord.orThrow(row);
  const etag = String(revision);
  if (deletedAt === null) {
    assertMatch(etag, ifMatch);
    throw testRuns(experimentId);
  }
  return { value: { experimentId, deletedAt: toTimestamp(deletedAt) }, etag };
}
