import { deleteTopic, type Topic } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { deleteAllLater } from '../../data/bulk.ts';
import type { BulkAction } from '../../kit/bulk-action.ts';
import { plural } from '../../lib/format.ts';

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
