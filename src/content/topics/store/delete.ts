import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { topics } from '../../tables/topics.ts';
import type { TopicDeleted } from '../schemas.ts';
import { isLive, selectTopicState, topicOrThrow } from './internal.ts';

const markDeleted = statement(({ topicId, write }: { topicId: Param<string>; write: WriteParams }) =>
  revise(topics, write, { deletedAt: write.now }, and(isLive(topicId), isCurrent(topics.revision, write))),
);

/**
 * Deletes a topic with its entries. A second call changes nothing. Throws `topic_not_found`, `precondition_failed`.
 */
export async function deleteTopic(
  db: Database,
  topicId: string,
  ifMatch: IfMatch,
): Promise<Tagged<TopicDeleted>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([markDeleted({ topicId, write }), selectTopicState({ topicId })]);
  const { deletedAt, revision } = topicOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { topicId, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
