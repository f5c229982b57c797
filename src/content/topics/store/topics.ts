import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { jsonObject } from '../../../db/sql.ts';
import { build, statement } from '../../../db/statement.ts';
import { type List, type Listing, pageAsked } from '../../../lib/cursor.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { timesOf } from '../../../lib/time.ts';
import { topicEntries, topics } from '../../tables/topics.ts';
import type { Topic, TopicCreate } from '../schemas.ts';
import { type EntryRow, entryColumns, toTopicEntry } from './entries.ts';
import { topicOrThrow } from './internal.ts';
import { isBehind, nextSortOrder, type PositionParams, positionIn, positionKey } from './sort-order.ts';

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
    ...pick(row, ['topicId', 'title', 'purpose', 'sortOrder', 'isDefault']),
    ...timesOf(row, ['createdAt', 'updatedAt']),
    entries: (JSON.parse(row.entries) as EntryRow[]).map(toTopicEntry),
  }),
  orThrow: topicOrThrow,
  initial: { entriesCount: 0 },
});

const insertTopic = statement(({ sortOrder, ...row }: NewRow<typeof topics>) =>
  topicRecord.insert({
    ...row,
    sortOrder: sortOrder ?? nextSortOrder(topics, topics.sortOrder, isNull(topics.deletedAt)),
  }),
);

/** Creates a topic. Without a sort order it becomes the last one. */
export const createTopic = (db: Database, topic: TopicCreate): Promise<Tagged<Topic>> =>
  topicRecord.create(db, topic, { write: insertTopic });

const selectTopics = statement(({ after, take }: PositionParams) =>
  build
    .select(topicRecord.columns)
    .from(topics)
    .where(and(isNull(topics.deletedAt), isBehind(topics.sortOrder, topics.topicId, after)))
    .orderBy(asc(topics.sortOrder), asc(topics.topicId))
    .limit(take),
);

/** Topics by sort order, then id, each with its entries. */
export async function listTopics(db: Database, listing: Listing): Promise<List<Topic>> {
  const asked = pageAsked(['topics'], listing, positionIn('topic'));
  const [rows, [total]] = await db.batch([selectTopics(asked.place), selectCounter({}, 'topics')]);
  const keyOf = (last: (typeof rows)[number]) => positionKey(last, last.topicId);
  return asked.list(rows, total?.value ?? 0, keyOf, topicRecord.toItem);
}
