import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { topicEntries, topics } from '../db/schema/topics.ts';
import { jsonObject } from '../db/statements.ts';
import { toTimestamp } from '../lib/time.ts';
import type { TopicEntry } from './schemas.ts';

/** The columns that a TopicEntry is made of. */
const columns = {
  topicEntryId: topicEntries.topicEntryId,
  topicId: topicEntries.topicId,
  sortOrder: topicEntries.sortOrder,
  type: topicEntries.type,
  content: topicEntries.content,
  createdAt: topicEntries.createdAt,
  updatedAt: topicEntries.updatedAt,
};
type Row = Pick<typeof topicEntries.$inferSelect, keyof typeof columns>;

export const toTopicEntry = (row: Row): TopicEntry => ({
  topicEntryId: row.topicEntryId,
  topicId: row.topicId,
  sortOrder: row.sortOrder,
  content: { type: row.type, content: row.content },
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

const ofTopic = and(eq(topicEntries.topicId, topics.topicId), isNull(topicEntries.deletedAt));
const inOrder = sql`${topicEntries.sortOrder}, ${topicEntries.topicEntryId}`;

/**
 * All entries of the topic that a SELECT is at, as JSON text for `fromJson`. The order is the subquery's, from
 * the index: ORDER BY in the aggregate would sort once more, and what it sorts counts as rows read again.
 */
export const entriesJson: SQL<string> = sql`(
  select json_group_array(${jsonObject(columns)}) from (
    select * from ${topicEntries} where ${ofTopic} order by ${inOrder}
  ) as ${topicEntries})`;

/** The entries in what `entriesJson` gave. */
export const fromJson = (text: string): TopicEntry[] => (JSON.parse(text) as Row[]).map(toTopicEntry);
