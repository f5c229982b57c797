import { and, asc, eq, getTableColumns, isNull, lt } from 'drizzle-orm';
import type { Database, Optional } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { type List, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { timesOf, toTimestamp } from '../../../lib/time.ts';
import { topicEntries, topics } from '../../tables/topics.ts';
import { limits } from '../limits.ts';
import type { TopicEntry, TopicEntryCreate, TopicEntryDeleted, TopicEntryUpdate } from '../schemas.ts';
import { liveTopicOrThrow, selectTopicState, topicExists } from './internal.ts';
import { isBehind, nextSortOrder, type PositionParams, positionIn, positionKey } from './sort-order.ts';

/** The columns of a TopicEntry. */
export const entryColumns = {
  topicEntryId: topicEntries.topicEntryId,
  topicId: topicEntries.topicId,
  sortOrder: topicEntries.sortOrder,
  type: topicEntries.type,
  content: topicEntries.content,
  createdAt: topicEntries.createdAt,
  updatedAt: topicEntries.updatedAt,
};
export type EntryRow = Pick<typeof topicEntries.$inferSelect, keyof typeof entryColumns>;

export const toTopicEntry = (row: EntryRow): TopicEntry => ({
  topicEntryId: row.topicEntryId,
  topicId: row.topicId,
  sortOrder: row.sortOrder,
  content: { type: row.type, content: row.content },
  ...timesOf(row, ['createdAt', 'updatedAt']),
});

const toTagged = (row: EntryRow & { revision: number }): Tagged<TopicEntry> => ({
  value: toTopicEntry(row),
  etag: String(row.revision),
});

/** Names an entry by its path. */
interface EntryPath {
  topicId: string;
  topicEntryId: string;
}
type PathParams = ParamsOf<EntryPath>;

/** The condition that a row is the entry at this path. */
const isAt = ({ topicId, topicEntryId }: PathParams) =>
  and(eq(topicEntries.topicId, topicId), eq(topicEntries.topicEntryId, topicEntryId));

/** The condition that a row is an entry of the topic and not deleted. */
const isLiveOf = (topicId: Param<string>) =>
  and(eq(topicEntries.topicId, topicId), isNull(topicEntries.deletedAt));

const selectEntry = statement((path: PathParams) =>
  build.select(getTableColumns(topicEntries)).from(topicEntries).where(isAt(path)),
);

/** An UPDATE of an entry that matches the write's `If-Match`. Neither the entry nor its topic may be deleted. */
const reviseEntry = (
  path: PathParams,
  changes: Parameters<typeof revise<typeof topicEntries>>[2],
  write: WriteParams,
) =>
  revise(
    topicEntries,
    write,
    changes,
    and(
      isAt(path),
      isNull(topicEntries.deletedAt),
      isCurrent(topicEntries.revision, write),
      topicExists(path.topicId),
    ),
  );

const entryOrThrow = orThrow('topic_entry_not_found', 'The topic has no entry with this id.');

type StoredEntry = typeof topicEntries.$inferSelect;

/** Throws `topic_entry_not_found` when the entry is deleted. */
const liveOrThrow = (row: StoredEntry): StoredEntry => entryOrThrow(row.deletedAt === null ? row : undefined);

/** Reads an entry, deleted or not, after a write. Throws `topic_not_found`, and what `rowOrThrow` throws. */
async function entryAfter(
  db: Database,
  path: EntryPath,
  write: Optional,
  rowOrThrow: (row: StoredEntry | undefined) => StoredEntry = entryOrThrow,
): Promise<StoredEntry> {
  const [, [topic], [row]] = await db.batch([write, selectTopicState(path), selectEntry(path)]);
  liveTopicOrThrow(topic);
  return rowOrThrow(row);
}

/** An entry. Throws `topic_not_found`, `topic_entry_not_found`. */
export const getEntryOrThrow = async (db: Database, path: EntryPath): Promise<Tagged<TopicEntry>> =>
  toTagged(liveOrThrow(await entryAfter(db, path, undefined)));

const selectEntries = statement(({ topicId, after, take }: PositionParams & { topicId: Param<string> }) =>
  build
    .select(entryColumns)
    .from(topicEntries)
    .where(and(isLiveOf(topicId), isBehind(topicEntries.sortOrder, topicEntries.topicEntryId, after)))
    .orderBy(asc(topicEntries.sortOrder), asc(topicEntries.topicEntryId))
    .limit(take),
);

/** Entries of a topic by sort order, then id. Throws `topic_not_found`. */
export async function listEntries(
  db: Database,
  topicId: string,
  listing: Listing,
): Promise<List<TopicEntry>> {
  const asked = pageAsked(['topic_entries', topicId], listing, positionIn('topic_entry'));
  const [rows, [topic]] = await db.batch([
    selectEntries({ topicId, ...asked.place }),
    selectTopicState({ topicId }),
  ]);
  const { entriesCount } = liveTopicOrThrow(topic);
  return asked.list(rows, entriesCount, (last) => positionKey(last, last.topicEntryId), toTopicEntry);
}

interface InsertParams extends PathParams {
  /** Undefined for the end of the list. */
  sortOrder: Param<number> | undefined;
  type: Param<string>;
  content: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertEntry = statement(({ sortOrder, now, ...row }: InsertParams) =>
  insertWhere(
    topicEntries,
    {
      ...row,
      sortOrder: sortOrder ?? nextSortOrder(topicEntries, topicEntries.sortOrder, isLiveOf(row.topicId)),
      revision: 1,
      createdAt: now,
      updatedAt: now,
    },
    topicExists(row.topicId, lt(topics.entriesCount, limits.entries)),
    [topicEntries.topicId, topicEntries.topicEntryId],
  ),
);

/** Adds an entry. Without a sort order it becomes the last one. Throws `topic_not_found`, `topic_full`. */
export async function createEntry(
  db: Database,
  topicId: string,
  { sortOrder, content }: TopicEntryCreate,
): Promise<Tagged<TopicEntry>> {
  const path = { topicId, topicEntryId: newId('topic_entry') };
  const written = insertEntry({ ...path, sortOrder, ...content, writeIds: newId('write'), now: Date.now() });
  const created = await entryAfter(db, path, written, (row) => {
    if (row) return row;
    throw new FootfallError('topic_full', `A topic takes at most ${limits.entries} entries.`, {
      field: 'entries',
      conflictingId: topicId,
    });
  });
  return toTagged(created);
}

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
