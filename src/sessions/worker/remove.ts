import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/counters.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import { inChunks } from '../../worker/chunks.ts';

const table = audienceSessions;
const chunk = 500;
const chunks = 10;

interface AgeParams {
  /** Milliseconds since 1970. */
  oldest: Param<number>;
}
const isOld = ({ oldest }: AgeParams) => and(lt(table.sessionStartedAt, oldest), isNull(table.closeAt));

/** Records the time before which sessions are removed, if there is a session to remove. */
const recordRemoval = statement((age: AgeParams) =>
  build
    .update(counters)
    .set({ value: age.oldest })
    .where(
      and(
        eq(counters.name, 'sessions_removed_before'),
        lt(counters.value, age.oldest),
        existsIn(table, isOld(age)),
      ),
    ),
);

const deleteChunk = statement((age: AgeParams) => {
  const ids = build
    .select({ id: table.analyticsSessionId })
    .from(table)
    .where(isOld(age))
    .orderBy(table.sessionStartedAt)
    .limit(chunk);
  return build
    .delete(table)
    .where(inArray(table.analyticsSessionId, ids))
    .returning(named({ id: table.analyticsSessionId }));
});

/**
 * Removes closed sessions that began before `oldest`, in milliseconds since 1970. The analytics keep their numbers.
 * From then on, no session that began earlier is accepted. Returns the number of sessions removed.
 */
export const removeSessions = (db: Database, oldest: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [, sessions] = await db.batch([recordRemoval({ oldest }), deleteChunk({ oldest })]);
    return sessions.length;
  });
