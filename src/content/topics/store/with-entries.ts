import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonObject } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { topicEntries, topics } from '../../tables/topics.ts';
import type { Topic } from '../schemas.ts';
import { type EntryRow, entryColumns, toTopicEntry } from './entries/internal.ts';

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

/** The columns of a Topic, and those that show its state. */
export const topicColumns = { ...getTableColumns(topics), entries };
type Row = typeof topics.$inferSelect & { entries: string };

export const toTopic = (row: Row): Topic => ({
  topicId: row.topicId,
  title: row.title,
  purpose: row.purpose,
  sortOrder: row.sortOrder,
  isDefault: row.isDefault,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  entries: (JSON.parse(row.entries) as EntryRow[]).map(toTopicEntry),
});

export const toTagged = (row: Row): Tagged<Topic> => ({ value: toTopic(row), etag: String(row.revision) });

/** Selects a topic, deleted or not, with its entries. */
export const selectTopic = statement(({ topicId }: { topicId: Param<string> }) =>
  build.select(topicColumns).from(topics).where(eq(topics.topicId, topicId)),
);
