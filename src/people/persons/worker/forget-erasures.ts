import { inArray, lt, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { heldByQueues } from '../../../lib/durations.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { erasedIdentifiers } from '../../tables/persons.ts';

const { identifierHash, erasedAt } = erasedIdentifiers;
const chunk = 1000;
const chunks = 10;

/** The time before which hashes are removed. */
export const erasuresKeptFrom = (now: number): number => now - heldByQueues;

/** The condition that there are hashes from before a time. */
export const areErasuresOld = (oldest: Param<number>): SQL =>
  existsIn(erasedIdentifiers, lt(erasedAt, oldest));

const deleteChunk = statement(({ oldest }: { oldest: Param<number> }) => {
  const old = build
    .select({ identifierHash })
    .from(erasedIdentifiers)
    .where(lt(erasedAt, oldest))
    .orderBy(erasedAt)
    .limit(chunk);
  return build
    .delete(erasedIdentifiers)
    .where(inArray(identifierHash, old))
    .returning(named({ identifierHash }));
});

/** Removes hashes of erased identifiers when no queue can hold an older form any more. */
export const forgetErasures = (db: Database, now: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [removed] = await db.batch([deleteChunk({ oldest: erasuresKeptFrom(now) })]);
    return removed.length;
  });
