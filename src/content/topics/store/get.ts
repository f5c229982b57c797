import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Topic } from '../schemas.ts';
import { liveTopicOrThrow } from './internal.ts';
import { selectTopic, toTagged } from './with-entries.ts';

/** A topic with its entries. Throws `topic_not_found`. */
export async function getTopicOrThrow(db: Database, topicId: string): Promise<Tagged<Topic>> {
  const [[row]] = await db.batch([selectTopic({ topicId })]);
  return toTagged(liveTopicOrThrow(row));
}
