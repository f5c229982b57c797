import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { topicEntries, topics } from '../db/schema/topics.ts';
import { insertWhere, isCurrent } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { type ListScope, type Page, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { toTimestamp } from '../lib/time.ts';
import { toTopicEntry } from './embedded-store.ts';
import { decodePosition, encodePosition, isBehind, nextSortOrder } from './order-store.ts';
import {
  mostEntries,
  type TopicEntry,
  type TopicEntryCreate,
  type TopicEntryDeleted,
  type TopicEntryUpdate,
} from './schemas.ts';
import { isTopic, selectTopicState, topicOrThrow } from './store.ts';

/** Names an entry by its path. */
export interface EntryPath {
  topicId: string;
  topicEntryId: string;
}
type Row = typeof topicEntries.$inferSelect;

const toTagged = (row: Row): Tagged<TopicEntry> => ({
  value: toTopicEntry(row),
  etag: String(row.revision),
});

const isAt = ({ topicId, topicEntryId }: EntryPath) =>
  and(eq(topicEntries.topicId, topicId), eq(topicEntries.topicEntryId, topicEntryId));

const isLiveOf = (topicId: string) => and(eq(topicEntries.topicId, topicId), isNull(topicEntries.deletedAt));

const selectEntry = (db: Database, path: EntryPath) => db.select().from(topicEntries).where(isAt(path));

/** Changes an entry that is not deleted, of a topic that is not, when `ifMatch` names its state. */
const changeEntry = (
  db: Database,
  path: EntryPath,
  changes: { [K in keyof Row]?: Row[K] | SQL | undefined },
  ifMatch: IfMatch,
) =>
  db
    .update(topicEntries)
    .set({ ...changes, revision: sql`${topicEntries.revision} + 1` })
    .where(
      and(
        isAt(path),
        isNull(topicEntries.deletedAt),
        isCurrent(topicEntries.revision, ifMatch),
        isTopic(path.topicId),
      ),
    );

/** Throws `topic_entry_not_found` for a row that is not there. */
function foundOrThrow(row: Row | undefined): Row {
  if (!row) throw new FootfallError('topic_entry_not_found', 'The topic has no entry with this id.');
  return row;
}

/** Throws `topic_entry_not_found` for a row that is not there or deleted. */
const entryOrThrow = (row: Row | undefined): Row => foundOrThrow(row?.deletedAt === null ? row : undefined);

/** Adds an entry, the last one unless told where. Throws `topic_not_found`, `topic_full`. */
export async function createEntry(
  db: Database,
  topicId: string,
  { sortOrder, content }: TopicEntryCreate,
): Promise<Tagged<TopicEntry>> {
  const path = { topicId, topicEntryId: newId('topic_entry') };
  const now = Date.now();
  const row = {
    ...path,
    sortOrder: sortOrder ?? nextSortOrder(topicEntries, topicEntries.sortOrder, isLiveOf(topicId)),
    ...content,
    revision: 1,
    writeId: newId('write'),
    createdAt: now,
    updatedAt: now,
  };
  const hasRoom = isTopic(topicId, lt(topics.entriesCount, mostEntries));
  const [, [topic], [created]] = await db.batch([
    insertWhere(db, topicEntries, row, hasRoom, [topicEntries.topicId, topicEntries.topicEntryId]),
    selectTopicState(db, topicId),
    selectEntry(db, path),
  ]);
  topicOrThrow(topic);
  if (created) return toTagged(created);
  throw new FootfallError('topic_full', `A topic takes at most ${mostEntries} entries.`, {
    field: 'entries',
    conflictingId: topicId,
  });
}

/** Entries of a topic by sort order, then id. Throws `topic_not_found`. */
export async function listEntries(
  db: Database,
  topicId: string,
  limit: number,
  cursor?: string,
): Promise<Page<TopicEntry>> {
  const scope: ListScope = ['topic_entries', topicId];
  const after = cursor === undefined ? undefined : decodePosition(scope, cursor, 'topic_entry');
  const [rows, [topic]] = await db.batch([
    db
      .select()
      .from(topicEntries)
      .where(
        and(isLiveOf(topicId), after && isBehind(topicEntries.sortOrder, topicEntries.topicEntryId, after)),
      )
      .orderBy(asc(topicEntries.sortOrder), asc(topicEntries.topicEntryId))
      .limit(limit + 1),
    selectTopicState(db, topicId),
  ]);
  return toPage(rows.map(toTopicEntry), limit, topicOrThrow(topic).entriesCount, (last) =>
    encodePosition(scope, { sortOrder: last.sortOrder, id: last.topicEntryId }),
  );
}

/** Throws `topic_not_found`, `topic_entry_not_found`. */
export async function getEntryOrThrow(db: Database, path: EntryPath): Promise<Tagged<TopicEntry>> {
  const [[topic], [row]] = await db.batch([selectTopicState(db, path.topicId), selectEntry(db, path)]);
  topicOrThrow(topic);
  return toTagged(entryOrThrow(row));
}

/** Changes the fields given. Throws `topic_not_found`, `topic_entry_not_found`, `precondition_failed`. */
export async function updateEntry(
  db: Database,
  path: EntryPath,
  { content, ...patch }: TopicEntryUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<TopicEntry>> {
  const changes = { ...patch, ...content };
  if (Object.keys(changes).length === 0) {
    const unchanged = await getEntryOrThrow(db, path);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const writeId = newId('write');
  const [, [topic], [row]] = await db.batch([
    changeEntry(db, path, { ...changes, writeId, updatedAt: Date.now() }, ifMatch),
    selectTopicState(db, path.topicId),
    selectEntry(db, path),
  ]);
  topicOrThrow(topic);
  const entry = toTagged(entryOrThrow(row));
  if (row?.writeId !== writeId) assertMatch(entry.etag, ifMatch);
  return entry;
}

/** Deletes an entry; a second call changes nothing. Throws as `updateEntry`. */
export async function deleteEntry(
  db: Database,
  path: EntryPath,
  ifMatch: IfMatch,
): Promise<Tagged<TopicEntryDeleted>> {
  const now = Date.now();
  const [, [topic], [row]] = await db.batch([
    changeEntry(db, path, { deletedAt: now }, ifMatch),
    selectTopicState(db, path.topicId),
    selectEntry(db, path),
  ]);
  topicOrThrow(topic);
  const { deletedAt, revision } = foundOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { ...path, deletedAt: toTimestamp(deletedAt ?? now) }, etag };
}
