import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Database, Optional } from '../../../../db/client.ts';
import { isCurrent, revise, type WriteParams } from '../../../../db/conditional-write.ts';
import { build, type Param, type ParamsOf, statement } from '../../../../db/statement.ts';
import { orThrow } from '../../../../lib/errors.ts';
import type { Tagged } from '../../../../lib/precondition.ts';
import { toTimestamp } from '../../../../lib/time.ts';
import { topicEntries } from '../../../tables/topics.ts';
import type { TopicEntry } from '../../schemas.ts';
import { liveTopicOrThrow, selectTopicState, topicExists } from '../internal.ts';

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
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

export const toTagged = (row: EntryRow & { revision: number }): Tagged<TopicEntry> => ({
  value: toTopicEntry(row),
  etag: String(row.revision),
});

/** Names an entry by its path. */
export interface EntryPath {
  topicId: string;
  topicEntryId: string;
}
export type PathParams = ParamsOf<EntryPath>;

/** The condition that a row is the entry at this path. */
const isAt = ({ topicId, topicEntryId }: PathParams) =>
  and(eq(topicEntries.topicId, topicId), eq(topicEntries.topicEntryId, topicEntryId));

/** The condition that a row is an entry of the topic and not deleted. */
export const isLiveOf = (topicId: Param<string>) =>
  and(eq(topicEntries.topicId, topicId), isNull(topicEntries.deletedAt));

const selectEntry = statement((path: PathParams) =>
  build.select(getTableColumns(topicEntries)).from(topicEntries).where(isAt(path)),
);

/** An UPDATE of an entry that matches the write's `If-Match`. Neither the entry nor its topic may be deleted. */
export const reviseEntry = (
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
export const liveOrThrow = (row: StoredEntry): StoredEntry =>
  entryOrThrow(row.deletedAt === null ? row : undefined);

/** Reads an entry, deleted or not, after a write. Throws `topic_not_found`, and what `rowOrThrow` throws. */
export async function entryAfter(
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
