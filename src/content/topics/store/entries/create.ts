import { lt } from 'drizzle-orm';
import type { Database } from '../../../../db/client.ts';
import { insertWhere } from '../../../../db/insert.ts';
import { type Param, statement } from '../../../../db/statement.ts';
import { FootfallError } from '../../../../lib/errors.ts';
import { newId } from '../../../../lib/ids.ts';
import type { Tagged } from '../../../../lib/precondition.ts';
import { topicEntries, topics } from '../../../tables/topics.ts';
import { mostEntries } from '../../limits.ts';
import type { TopicEntry, TopicEntryCreate } from '../../schemas.ts';
import { topicExists } from '../internal.ts';
import { nextSortOrder } from '../sort-order.ts';
import { entryAfter, isLiveOf, type PathParams, toTagged } from './internal.ts';

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
    topicExists(row.topicId, lt(topics.entriesCount, mostEntries)),
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
    throw new FootfallError('topic_full', `A topic takes at most ${mostEntries} entries.`, {
      field: 'entries',
      conflictingId: topicId,
    });
  });
  return toTagged(created);
}
