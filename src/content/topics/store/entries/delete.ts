import type { Database } from '../../../../db/client.ts';
import { newWrite, type WriteParams } from '../../../../db/conditional-write.ts';
import { statement } from '../../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../../lib/precondition.ts';
import { toTimestamp } from '../../../../lib/time.ts';
import type { TopicEntryDeleted } from '../../schemas.ts';
import { type EntryPath, entryAfter, type PathParams, reviseEntry } from './internal.ts';

const markDeleted = statement(({ path, write }: { path: PathParams; write: WriteParams }) =>
  reviseEntry(path, { deletedAt: write.now }, write),
);

/** Deletes an entry. A second call changes nothing. Throws as `updateEntry` does. */
export async function deleteEntry(
  db: Database,
  path: EntryPath,
  ifMatch: IfMatch,
): Promise<Tagged<TopicEntryDeleted>> {
  const write = newWrite(ifMatch);
  const { deletedAt, revision } = await entryAfter(db, path, markDeleted({ path, write }));
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { ...path, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
