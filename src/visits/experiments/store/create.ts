import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isAudience, selectState } from '../../../content/audiences/store/internal.ts';
import type { experiments, Look } from '../../../content/tables/experiments.ts';
import { audiences } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { tagList, type WriteParams } from '../../../db/conditional-write.ts';
import type { NewRow } from '../../../db/record.ts';
import { statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import type { ExperimentCreate } from '../body-schemas.ts';
import { mostArms } from '../limits.ts';
import type { Experiment } from '../schemas.ts';
import { armsOf, canHave, canStart, endsLater, freezeArms, refuseTest, selectObstacles } from './arms.ts';
import { experimentRecord, timeOf } from './internal.ts';

/** As many looks as a test can have: one more than it needs changes nothing. */
const looks = JSON.stringify(
  Array.from({ length: mostArms - 1 }, (): Look => ({ peak: 0, decidedAt: null, isBetter: null })),
);

interface TestParams {
  row: NewRow<typeof experiments>;
  /** Of the audience. */
  ifMatch: WriteParams['ifMatch'];
}
const insertTest = statement(({ row, ifMatch }: TestParams, isStarted: boolean) => {
  const audienceId = row.audienceId as SQL;
  const arms = row.arms as unknown as SQL;
  const isFit = and(
    isNull(audiences.archivedAt),
    isNull(audiences.personId),
    canHave(audienceId, arms),
    endsLater(row.endsAt, row),
    isStarted ? canStart(audienceId) : undefined,
  );
  const pageId = sql`(select ${audiences.pageId} from ${audiences} where ${eq(audiences.audienceId, audienceId)})`;
  return experimentRecord.insert(
    { ...row, pageId, arms: armsOf(audienceId, arms) } as never,
    isAudience({ audienceId: row.audienceId }, { ifMatch }, isFit),
  );
});

/**
 * Prepares a test, whose versions are frozen, and starts it if that is wanted. `ifMatch` has tags of the audience. Throws
 * `audience_not_found`, `audience_archived`, `experiment_impossible`, `experiment_running`, `precondition_failed`.
 */
export function createExperiment(
  db: Database,
  { start, endsAt, arms: wanted, name = null, ...given }: ExperimentCreate,
  author: string,
  ifMatch: IfMatch,
): Promise<Tagged<Experiment>> {
  const { audienceId } = given;
  const arms = JSON.stringify(wanted);
  const end = timeOf(endsAt);
  return experimentRecord.create(
    db,
    {
      ...given,
      name,
      author,
      arms,
      looks,
      endsAt: end,
      pageId: '',
      ...(start ? { status: 'running', startedAt: Date.now(), dueAt: end } : { status: 'draft' }),
    },
    {
      write: (row) => insertTest({ row, ifMatch: tagList(ifMatch) }, start),
      also: ({ experimentId }) => freezeArms({ experimentId }),
      reads: [
        selectObstacles({ audienceId, arms }),
        ifMatch && selectState({ pageId: undefined, audienceId }),
      ],
      refuse: ([obstacles], [state]) => {
        if (state) assertMatch(state.etag, ifMatch);
        refuseTest(obstacles, start, end);
      },
    },
  );
}
