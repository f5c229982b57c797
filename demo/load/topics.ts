import { createTopic, createTopicEntry, type Footfall, listTopics, paginate } from '#footfall/client';
import { demoTopics } from '../data/topics.ts';

/** Loads topics and their entries. Topics are recognised by title, entries by text. */
export async function loadTopics(client: Footfall, tick: () => void): Promise<void> {
  const there = await Array.fromAsync(paginate(listTopics, { client }));
  for (const { entries, ...body } of demoTopics) {
    const topic =
      there.find(({ title }) => title === body.title) ?? (await createTopic({ client, body })).data;
    const path = { topic_id: topic.topicId };
    const texts = topic.entries.map(({ content }) => content.content);
    for (const [index, text] of entries.entries()) {
      const entry = { sortOrder: 10 * (index + 1), content: { type: 'text', content: text } } as const;
      if (!texts.includes(text)) await createTopicEntry({ client, path, body: entry });
    }
    tick();
  }
}
