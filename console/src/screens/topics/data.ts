import { type Topic, type TopicEntry, updateTopic, updateTopicEntry } from '@footfall/client';
import { ask } from '../../data/api.ts';
import type { ListPage } from '../../data/list.ts';
import { patch, refetch } from '../../data/query.ts';
import { move, moved } from './order.ts';

/** The most entries of a topic, and the most characters of its texts. */
export const limits = { entries: 50, entry: 1000, title: 255, purpose: 2000 };

/** Moves a topic in the list, and shows it at once. Rejects if the service refuses it; then the list is as before. */
export async function moveTopic(items: Topic[], from: number, to: number): Promise<void> {
  const back = patch<ListPage<Topic>>('topics', (page) => ({ ...page, items: moved(items, from, to) }));
  try {
    await move({
      items,
      from,
      to,
      send: ({ topicId }, sortOrder) =>
        ask(updateTopic, { path: { topic_id: topicId }, body: { sortOrder } }),
    });
  } catch (error) {
    back();
    throw error;
  } finally {
    refetch();
  }
}

/** Moves an entry in its topic, and shows it at once, as `moveTopic`. */
export async function moveEntry(items: TopicEntry[], from: number, to: number): Promise<void> {
  const id = items[0]?.topicId;
  const back = patch<{ topic: Topic }>('topic', (shown) =>
    shown.topic.topicId === id
      ? { ...shown, topic: { ...shown.topic, entries: moved(items, from, to) } }
      : shown,
  );
  try {
    await move({
      items,
      from,
      to,
      send: ({ topicId, topicEntryId }, sortOrder) =>
        ask(updateTopicEntry, {
          path: { topic_id: topicId, topic_entry_id: topicEntryId },
          body: { sortOrder },
        }),
    });
  } catch (error) {
    back();
    throw error;
  } finally {
    refetch();
  }
}
