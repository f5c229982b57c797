import { isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { NewRow } from '../../../db/record.ts';
import { statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { topics } from '../../tables/topics.ts';
import type { Topic, TopicCreate } from '../schemas.ts';
import { nextSortOrder } from './sort-order.ts';
import { topicRecord } from './with-entries.ts';

const insertTopic = statement(({ sortOrder, ...row }: NewRow<typeof topics>) =>
  topicRecord.insert({
    ...row,
    sortOrder: sortOrder ?? nextSortOrder(topics, topics.sortOrder, isNull(topics.deletedAt)),
  }),
);

/** Creates a topic. Without a sort order it becomes the last one. */
export const createTopic = (db: Database, topic: TopicCreate): Promise<Tagged<Topic>> =>
  topicRecord.create(db, topic, { write: insertTopic });
