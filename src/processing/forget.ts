import { inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { formSubmits } from '../db/schema/form-submits.ts';
import { erasedIdentifiers } from '../db/schema/persons.ts';
import { inChunks } from './chunks.ts';

const chunk = 1000;
const chunks = 10;
/** How long, in milliseconds, queues and their dead letters may hold a form that was sent before an erasure. */
const heldByQueues = 14 * 86_400_000;

/** Removes forms that count against no rate limit any more: those of before `oldest`, in milliseconds since 1970. */
export function forgetForms(db: Database, oldest: number): Promise<number> {
  const { addressHash, formHash, receivedAt } = formSubmits;
  return inChunks(chunk, chunks, async () => {
    const old = db
      .select({ addressHash, formHash })
      .from(formSubmits)
      .where(lt(receivedAt, oldest))
      .orderBy(receivedAt)
      .limit(chunk);
    const [removed] = await db.batch([
      db.delete(formSubmits).where(sql`(${addressHash}, ${formHash}) in ${old}`).returning({ formHash }),
    ]);
    return removed.length;
  });
}

/** Removes the hashes of erased identifiers once no queue can hold an older form; `now` in milliseconds since 1970. */
export function forgetErasures(db: Database, now: number): Promise<number> {
  const { identifierHash, erasedAt } = erasedIdentifiers;
  return inChunks(chunk, chunks, async () => {
    const old = db
      .select({ identifierHash })
      .from(erasedIdentifiers)
      .where(lt(erasedAt, now - heldByQueues))
      .orderBy(erasedAt)
      .limit(chunk);
    const [removed] = await db.batch([
      db.delete(erasedIdentifiers).where(inArray(identifierHash, old)).returning({ identifierHash }),
    ]);
    return removed.length;
  });
}
