import type { Database } from '../../../../db/client.ts';
import { hasWrite, newWrite, type WriteParams } from '../../../../db/conditional-write.ts';
import { type ParamsOf, statement } from '../../../../db/statement.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../../lib/precondition.ts';
import type { TopicEntry, TopicEntryUpdate } from '../../schemas.ts';
import {
  type EntryPath,
  entryAfter,
  getEntryOrThrow,
  liveOrThrow,
  type PathParams,
  reviseEntry,
  toTagged,
} from './internal.ts';

const changesOf = ({ sortOrder, content }: TopicEntryUpdate) => ({
  sortOrder,
  type: content?.type,
  content: content?.content,
});

interface ReviseParams {
  path: PathParams;
  changes: ParamsOf<ReturnType<typeof changesOf>>;
  write: WriteParams;
}

const changeEntry = statement(({ path, changes, write }: ReviseParams) => reviseEntry(path, changes, write));

/** Changes the given fields. Throws `topic_not_found`, `topic_entry_not_found`, `precondition_failed`. */
export async function updateEntry(
  db: Database,
  path: EntryPath,
  patch: TopicEntryUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<TopicEntry>> {
  const changes = changesOf(patch);
  if (Object.values(changes).every((value) => value === undefined)) {
    return matched(await getEntryOrThrow(db, path), ifMatch);
  }
  const write = newWrite(ifMatch);
  const row = liveOrThrow(await entryAfter(db, path, changeEntry({ path, changes, write })));
  const entry = toTagged(row);
  if (!hasWrite(row, write)) assertMatch(entry.etag, ifMatch);
  return entry;
}
