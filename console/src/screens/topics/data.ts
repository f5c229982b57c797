import { type Topic, type TopicEntry, updateTopic, updateTopicEntry } from '@footfall/client';
import { ask, type Read } from '../../data/api.ts';
import type { ListPage } from '../../data/list.ts';
import { patch, refetch } from '../../data/query.ts';
import { describeProblem } from '../../lib/problem.ts';
import { announce, toast } from '../../lib/toasts.ts';
import { type Move, move, moved, type Ordered } from './order.ts';

/** The most entries of a topic, and the most characters of its texts. */
export const limits = { entries: 50, entry: 1000, title: 255, purpose: 2000 };

/** Moves an item, shows it at once, and says so. If the service refuses it, the list is as before, which is said. */
async function reorder<T extends Ordered>(what: string, moving: Move<T>, back: () => void): Promise<void> {
  try {
    await move(moving);
    announce(`${what} is number ${moving.to + 1} of ${moving.items.length} now`);
  } catch (error) {
    back();
    toast(`The order stayed as it was. ${describeProblem(error).title}.`);
  } finally {
    refetch();
  }
}

/** Moves a topic in the list. */
export const moveTopic = (items: Topic[], from: number, to: number): Promise<void> =>
  reorder(
    items[from]?.title ?? '',
    {
      items,
      from,
      to,
      send: ({ topicId }, sortOrder) =>
        ask(updateTopic, { path: { topic_id: topicId }, body: { sortOrder } }),
    },
    patch<ListPage<Topic>>('topics', (page) => ({ ...page, items: moved(items, from, to) })),
  );

/** Moves an entry in its topic. */
export const moveEntry = (items: TopicEntry[], from: number, to: number): Promise<void> =>
  reorder(
    'The entry',
    {
      items,
      from,
      to,
      send: ({ topicId, topicEntryId }, sortOrder) =>
        ask(updateTopicEntry, {
          path: { topic_id: topicId, topic_entry_id: topicEntryId },
          body: { sortOrder },
        }),
    },
    patch<Read<Topic>>('topic', (shown) =>
      shown.data.topicId === items[0]?.topicId
        ? { ...shown, data: { ...shown.data, entries: moved(items, from, to) } }
        : shown,
    ),
  );
