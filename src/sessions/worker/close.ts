import { and, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import { inChunks } from '../../worker/chunks.ts';
import { idleTime } from '../lifetime.ts';

const table = audienceSessions;
/** Sessions per batch, and batches per run of the cron. The next run, a minute later, continues. */
const chunk = 500;
const chunks = 20;

const closeChunk = statement(({ now }: { now: Param<number> }) => {
  const idleAt = sql`${table.sessionStartedAt} + ${table.activeMs} + ${idleTime}`;
  const ifOver = (then: SQL, otherwise: SQL) =>
    sql`case when ${idleAt} <= ${now} then ${then} else ${otherwise} end`;
  const due = lte(table.closeAt, now);
  const ids = build
    .select({ id: table.analyticsSessionId })
    .from(table)
    .where(due)
    .orderBy(table.closeAt)
    .limit(chunk);
  return build
    .update(table)
    .set({
      computationStatus: ifOver(
        sql`case when ${table.failure} is null then 'completed' else 'failed' end`,
        sql`${table.computationStatus}`,
      ),
      closeAt: ifOver(sql`null`, idleAt),
    })
    .where(and(due, inArray(table.analyticsSessionId, ids)))
    .returning(named({ id: table.analyticsSessionId }));
});

/**
 * Closes pending sessions after 30 minutes without activity. Triggers change their rollups in the same batch. A
 * session that was active since is checked again 30 minutes after that activity. `now` in milliseconds since 1970.
 * Returns the number of sessions checked.
 */
export const closeSessions = (db: Database, now: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [sessions] = await db.batch([closeChunk({ now })]);
    return sessions.length;
  });
