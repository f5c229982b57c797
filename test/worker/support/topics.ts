import { env } from 'cloudflare:workers';
import type { Topic, TopicEntry } from '../../../src/content/topics/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { newId } from '../../../src/lib/ids.ts';
import { once, walk } from './replies.ts';

export const post = (fields: object = {}) => once<Topic>('POST', '/v0/topics', { title: 'Topic', ...fields });
/** Creates a topic. */
export const newTopic = async (fields: object = {}) => (await post(fields)).body;
export const content = { type: 'faq', content: 'What does it cost?' };
export const postEntry = <T = TopicEntry>(topicId: string, fields: object = {}) =>
  once<T>('POST', `/v0/topics/${topicId}/entries`, { content, ...fields });
/** Creates an entry of a topic. */
export const newEntry = async (topicId: string, fields: object = {}) =>
  (await postEntry(topicId, fields)).body;
/** The path of a topic or of an entry. */
export const pathOf = ({ topicId, topicEntryId }: { topicId: string; topicEntryId?: string }) =>
  `/v0/topics/${topicId}${topicEntryId === undefined ? '' : `/entries/${topicEntryId}`}`;
export const read = async (topicId: string) => (await once<Topic>('GET', `/v0/topics/${topicId}`)).body;
export const entriesOf = (topicId: string, query = 'limit=100') =>
  once<List<TopicEntry>>('GET', `/v0/topics/${topicId}/entries?${query}`);
/** The number of topics. */
export const total = async () => (await once<List<Topic>>('GET', '/v0/topics?limit=1')).body.totalCount;

export const topicIds = async (limit: number, between?: () => Promise<unknown>) =>
  (await walk<Topic>('/v0/topics', limit, between)).map(({ topicId }) => topicId);

/** Inserts `n` topics with `entries` entries each directly into the tables. */
export async function insertTopics(n: number, entries: number, text: string, database = env.DB) {
  const ids = Array.from({ length: n }, () => newId('topic')).sort();
  const all = ids.map((topicId) => ({
    topicId,
    entryIds: Array.from({ length: entries }, () => newId('topic_entry')).sort(),
  }));
  await database.batch([
    database
      .prepare(
        `INSERT INTO topics (topic_id, title, purpose, sort_order, is_default, entries_count, revision, write_id, created_at, updated_at)
         SELECT value, 'Loaded', '', key, 0, 0, 1, '', 0, 0 FROM json_each(?)`,
      )
      .bind(JSON.stringify(ids)),
    database
      .prepare(
        `INSERT INTO topic_entries (topic_id, topic_entry_id, sort_order, type, content, revision, write_id, created_at, updated_at)
         SELECT topic.value ->> 'topicId', entry.value, entry.key, 'faq', ?1, 1, '', 0, 0
         FROM json_each(?2) topic, json_each(topic.value -> 'entryIds') entry`,
      )
      .bind(text, JSON.stringify(all)),
  ]);
  return ids;
}
