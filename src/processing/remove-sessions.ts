import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counters } from '../db/schema/counters.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import { inChunks } from './chunks.ts';

const table = audienceSessions;
const chunk = 500;
const chunks = 10;

/**
 * Removes closed sessions that began before `oldest`, in milliseconds since 1970; what they add to the analytics
 * stays. From then on none is taken that began before. Gives the number of sessions removed.
 */
export function removeSessions(db: Database, oldest: number): Promise<number> {
  const isOld = and(lt(table.sessionStartedAt, oldest), isNull(table.closeAt));
  return inChunks(chunk, chunks, async () => {
    const ids = db
      .select({ id: table.analyticsSessionId })
      .from(table)
      .where(isOld)
      .orderBy(table.sessionStartedAt)
      .limit(chunk);
    const [, sessions] = await db.batch([
      db
        .update(counters)
        .set({ value: oldest })
        .where(
          and(
            eq(counters.name, 'sessions_removed_before'),
            lt(counters.value, oldest),
            sql`exists (select 1 from ${table} where ${isOld})`,
          ),
        ),
      db
        .delete(table)
        .where(inArray(table.analyticsSessionId, ids))
        .returning({ id: table.analyticsSessionId }),
    ]);
    return sessions.length;
  });
}
