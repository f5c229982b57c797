import { deleteTopic, type Topic, type TopicEntry, updateTopic, updateTopicEntry } from '@footfall/client';
import { ask, type Read } from '../../data/api.ts';
import { deleteAllLater } from '../../data/bulk.ts';
import type { ListPage } from '../../data/list.ts';
import { patch, refetch } from '../../data/query.ts';
import type { BulkAction } from '../../kit/bulk-action.ts';
import { plural } from '../../lib/format.ts';
import { describeProblem } from '../../lib/problem.ts';
import { announce, toast } from '../../lib/toasts.ts';

/** Something with a place in a list. */
interface Ordered {
  sortOrder: number;
}

/** The list with the item at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.toSpliced(from, 1);
  const item = items[from];
  return item === undefined ? [...items] : rest.toSpliced(to, 0, item);
}

/**
 * The sort order that puts the item at `from` at the place `to`: between its new neighbours. Undefined if there is no
 * number between them.
 */
export function orderAt(items: readonly Ordered[], from: number, to: number): number | undefined {
  const rest = items.toSpliced(from, 1);
  const above = rest[to - 1]?.sortOrder;
  const below = rest[to]?.sortOrder;
  if (above === undefined) return below === undefined ? undefined : below - 1;
  if (below === undefined) return above + 1;
  const between = (above + below) / 2;
  return between > above && between < below ? between : undefined;
}

interface Move<T extends Ordered> {
  items: readonly T[];
  from: number;
  to: number;
  /** Gives an item another sort order. */
  send: (item: T, sortOrder: number) => Promise<unknown>;
}

/** Moves an item of a list. Where two neighbours leave no room between them, all get new numbers. */
export async function move<T extends Ordered>({ items, from, to, send }: Move<T>): Promise<void> {
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return;
  const order = orderAt(items, from, to);
  if (order !== undefined) {
    await send(item, order);
    return;
  }
  for (const [index, each] of moved(items, from, to).entries())
    if (each.sortOrder !== index + 1) await send(each, index + 1);
}

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

/** Deletes a topic, also while the page is left. */
export const sendDeletion = ({ topicId }: Topic): Promise<unknown> =>
  ask(deleteTopic, { path: { topic_id: topicId }, keepalive: true });

/** Deletes the chosen topics. */
export const deletion: BulkAction<Topic> = {
  label: 'Delete',
  isDanger: true,
  ask: (count) => ({
    title: `Delete ${plural(count, 'topic')}?`,
    text: `${count === 1 ? 'Its' : 'Their'} entries are deleted, too. You can undo it for six seconds.`,
  }),
  run: (topics) =>
    deleteAllLater({
      done: (count) => `${plural(count, 'topic')} ${count === 1 ? 'was' : 'were'} deleted`,
      items: topics.map((value) => ({ id: value.topicId, name: value.title, value })),
      send: sendDeletion,
    }),
};
