import type { Topic } from '../../src/topics/schemas.ts';
import { demoTopics } from '../data/topics.ts';
import { type Api, listAll } from './client.ts';

/** Loads topics and their entries. Topics are recognised by title, entries by text. */
export async function loadTopics(api: Api, tick: () => void): Promise<void> {
  const there = await listAll<Topic>(api, '/v0/topics');
  for (const { entries, ...body } of demoTopics) {
    const topic =
      there.find(({ title }) => title === body.title) ?? (await api.send<Topic>('POST', '/v0/topics', body));
    const texts = topic.entries.map(({ content }) => content.content);
    for (const [index, text] of entries.entries()) {
      const entry = { sortOrder: 10 * (index + 1), content: { type: 'text', content: text } };
      if (!texts.includes(text)) await api.send('POST', `/v0/topics/${topic.topicId}/entries`, entry);
    }
    tick();
  }
}
