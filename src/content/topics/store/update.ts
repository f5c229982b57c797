import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { topics } from '../../tables/topics.ts';
import type { Topic, TopicUpdate } from '../schemas.ts';
import { getTopicOrThrow } from './get.ts';
import { isLive, liveTopicOrThrow } from './internal.ts';
import { selectTopic, toTagged } from './with-entries.ts';

interface ReviseParams {
  topicId: Param<string>;
  title: Param<string> | undefined;
  purpose: Param<string> | undefined;
  sortOrder: Param<number> | undefined;
  isDefault: Param<boolean> | undefined;
  write: WriteParams;
}

const reviseTopic = statement(({ topicId, write, ...changes }: ReviseParams) =>
  revise(topics, write, changes, and(isLive(topicId), isCurrent(topics.revision, write))),
);

/** Changes the given fields. Throws `topic_not_found`, `precondition_failed`. */
export async function updateTopic(
  db: Database,
  topicId: string,
  patch: TopicUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Topic>> {
  if (Object.keys(patch).length === 0) {
    return matched(await getTopicOrThrow(db, topicId), ifMatch);
  }
  const { title, purpose, sortOrder, isDefault } = patch;
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([
    reviseTopic({ topicId, title, purpose, sortOrder, isDefault, write }),
    selectTopic({ topicId }),
  ]);
  const found = liveTopicOrThrow(row);
  const topic = toTagged(found);
  if (!hasWrite(found, write)) assertMatch(topic.etag, ifMatch);
  return topic;
}
