import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { record } from '../../../db/record.ts';
import { jsonObject } from '../../../db/sql.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { topicEntries, topics } from '../../tables/topics.ts';
import type { Topic } from '../schemas.ts';
import { type EntryRow, entryColumns, toTopicEntry } from './entries/internal.ts';
import { topicOrThrow } from './internal.ts';

const ofTopic = and(eq(topicEntries.topicId, topics.topicId), isNull(topicEntries.deletedAt));
const inOrder = sql`${topicEntries.sortOrder}, ${topicEntries.topicEntryId}`;

/**
 * All entries of the topic in the current row of a SELECT, as a JSON array. The subquery takes their order from the
 * index. ORDER BY in the aggregate would sort them again, and D1 would count the sorted rows as read.
 */
const entries: SQL<string> = sql`(
  select json_group_array(${jsonObject(entryColumns)}) from (
    select * from ${topicEntries} where ${ofTopic} order by ${inOrder}
  ) as ${topicEntries})`;

/** Topics, each with its entries. */
export const topicRecord = record({
  table: topics,
  id: 'topicId',
  prefix: 'topic',
  columns: { ...getTableColumns(topics), entries },
  state: { revision: topics.revision, entriesCount: topics.entriesCount, deletedAt: topics.deletedAt },
  toItem: (row): Topic => ({
    topicId: row.topicId,
    title: row.title,
    purpose: row.purpose,
    sortOrder: row.sortOrder,
    isDefault: row.isDefault,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    entries: (JSON.parse(row.entries) as EntryRow[]).map(toTopicEntry),
  }),
  orThrow: topicOrThrow,
  initial: { entriesCount: 0 },
});
