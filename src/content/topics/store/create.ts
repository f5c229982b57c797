import { isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { topics } from '../../tables/topics.ts';
import type { Topic, TopicCreate } from '../schemas.ts';
import { topicOrThrow } from './internal.ts';
import { nextSortOrder } from './sort-order.ts';
import { selectTopic, toTagged } from './with-entries.ts';

interface InsertParams {
  topicId: Param<string>;
  title: Param<string>;
  purpose: Param<string>;
  /** Undefined for the end of the list. */
  sortOrder: Param<number> | undefined;
  isDefault: Param<boolean>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertTopic = statement(({ sortOrder, now, ...row }: InsertParams) =>
  insertWhere(
    topics,
    {
      ...row,
      sortOrder: sortOrder ?? nextSortOrder(topics, topics.sortOrder, isNull(topics.deletedAt)),
      entriesCount: 0,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    },
    undefined,
    topics.topicId,
  ),
);

/** Creates a topic. Without a sort order it becomes the last one. */
export async function createTopic(
  db: Database,
  { title, purpose, sortOrder, isDefault }: TopicCreate,
): Promise<Tagged<Topic>> {
  const topicId = newId('topic');
  const [, [created]] = await db.batch([
    insertTopic({
      topicId,
      title,
      purpose,
      sortOrder,
      isDefault,
      writeIds: newId('write'),
      now: Date.now(),
    }),
    selectTopic({ topicId }),
  ]);
  return toTagged(topicOrThrow(created));
}
