import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { experiments, experimentUnits as units } from '../../../content/tables/experiments.ts';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { countsOf } from '../store/internal.ts';
import { knownFor } from '../store/stop.ts';

interface At {
  now: Param<number>;
}
const isDue = ({ now }: At) => lte(experiments.dueAt, now);

/** The condition that a test has to end, or visitors of one to be forgotten. */
export const areTestsDue = (at: At): SQL => existsIn(experiments, isDue(at));

const endDue = statement((at: At) =>
  build
    .update(experiments)
    .set({
      status: 'ended',
      endReason: 'due',
      endedAt: sql`${experiments.endsAt}`,
      dueAt: sql`${experiments.endsAt} + ${sql.raw(String(knownFor))}`,
      updatedAt: at.now,
      revision: sql`${experiments.revision} + 1`,
    })
    .where(and(isDue(at), eq(experiments.status, 'running'))),
);

/** The same tests in each statement of a batch. */
const forgotten = (at: At) =>
  sql`(select ${experiments.experimentId} from ${experiments} where ${and(isDue(at), eq(experiments.status, 'ended'))}
    order by ${experiments.dueAt}, ${experiments.experimentId} limit 20)`;

/** Keeps the counts of tests, which are all that is left of their visitors. */
const keepCounts = statement((at: At) =>
  build
    .update(experiments)
    .set({ counts: countsOf as never })
    .where(inArray(experiments.experimentId, forgotten(at))),
);

const forgetUnits = statement((at: At) =>
  build.delete(units).where(inArray(units.experimentId, forgotten(at))),
);

const settle = statement((at: At) =>
  build
    .update(experiments)
    .set({ dueAt: null })
    .where(inArray(experiments.experimentId, forgotten(at))),
);

/** Ends tests whose time has come, and forgets the visitors of those that ended a day ago. */
export async function endTests(db: Database, now: number): Promise<void> {
  await db.batch([endDue({ now }), keepCounts({ now }), forgetUnits({ now }), settle({ now })]);
}
