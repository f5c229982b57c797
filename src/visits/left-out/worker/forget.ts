import { lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { leftOutVisits } from '../../tables/left-out.ts';
import { dayOf } from '../reasons.ts';

const { day, analyticsSessionId } = leftOutVisits;
const chunk = 1000;
const chunks = 10;
/** How many whole days an id is kept: longer than a queue and its dead-letter queue try a message. */
const keptDays = 3;
/** The first day of which ids are kept. */
export const leftOutKeptFrom = (now: number): number => dayOf(now) - keptDays;

/** The condition that there are ids of a day before this one. */
export const areLeftOutOld = (oldest: Param<number>): SQL => existsIn(leftOutVisits, lt(day, oldest));

const deleteChunk = statement(({ oldest }: { oldest: Param<number> }) => {
  const old = build
    .select({ day, analyticsSessionId })
    .from(leftOutVisits)
    .where(lt(day, oldest))
    .orderBy(day, analyticsSessionId)
    .limit(chunk);
  return build
    .delete(leftOutVisits)
    .where(sql`(${day}, ${analyticsSessionId}) in ${old}`)
    .returning(named({ day }));
});

/** Removes the ids of excluded visits more than three days ago. Their counts stay. */
export const forgetLeftOut = (db: Database, now: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [removed] = await db.batch([deleteChunk({ oldest: leftOutKeptFrom(now) })]);
    return removed.length;
  });
