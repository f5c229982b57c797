import { and, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { idleTime } from '../audience-sessions/lifetime.ts';
import type { Database } from '../db/client.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import { inChunks } from './chunks.ts';

const table = audienceSessions;
/** Sessions of a batch, and batches of a sweep; the next one, a minute later, goes on. */
const chunk = 500;
const chunks = 20;

/**
 * Closes pending sessions once 30 minutes without activity have passed; their rollups move in the same batch,
 * by triggers. One that was active since is looked at again when those have passed. `now` in milliseconds since
 * 1970. Gives the number of sessions looked at.
 */
export function closeSessions(db: Database, now: number): Promise<number> {
  const over = sql`${table.sessionStartedAt} + ${table.activeMs} + ${idleTime}`;
  const ifOver = (then: SQL, otherwise: SQL) =>
    sql`case when ${over} <= ${now} then ${then} else ${otherwise} end`;
  const due = lte(table.closeAt, now);
  return inChunks(chunk, chunks, async () => {
    const ids = db
      .select({ id: table.analyticsSessionId })
      .from(table)
      .where(due)
      .orderBy(table.closeAt)
      .limit(chunk);
    const [sessions] = await db.batch([
      db
        .update(table)
        .set({
          computationStatus: ifOver(
            sql`case when ${table.failure} is null then 'completed' else 'failed' end`,
            sql`${table.computationStatus}`,
          ),
          closeAt: ifOver(sql`null`, over),
        })
        .where(and(due, inArray(table.analyticsSessionId, ids)))
        .returning({ id: table.analyticsSessionId }),
    ]);
    return sessions.length;
  });
}
