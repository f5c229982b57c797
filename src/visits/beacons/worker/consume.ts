import type { Bindings } from '../../../config/bindings.ts';
import { databaseOf } from '../../../config/workspaces.ts';
import { openWorkspace } from '../../../db/client.ts';
import { isOutage, Outages } from '../../../db/outage.ts';
import { report } from '../../../lib/report.ts';
import { retryLater } from '../../../lib/retry-later.ts';
import { isQueueMessage, type QueueMessage } from '../schemas.ts';
import { countLate, formLimitOf } from '../store/form-limit.ts';
import { mergeOptions, mergeVisits } from '../store/merge.ts';
import { verifyVisits } from '../store/verify.ts';

/** The longest pause between two attempts, in seconds. So visits survive an outage of most of a day. */
const longestPause = 900;

/** After this many attempts, a visit that D1 did not accept together with others is tried alone. */
const patience = 10;

interface Delivery {
  message: Message<unknown>;
  body: QueueMessage;
}

async function merge(deliveries: Delivery[], workspace: string, env: Bindings): Promise<void> {
  const db = openWorkspace(env, workspace, 'tracker');
  const bodies = deliveries.map(({ body }) => body);
  const visits = await countLate(db, await verifyVisits(db, bodies), formLimitOf(env));
  await mergeVisits(db, visits, mergeOptions(env));
  for (const { message } of deliveries) message.ack();
}

/** Merges the visits of a batch by workspace, and counts excluded ones. One that cannot be merged is tried alone. */
export async function consumeVisits(messages: readonly Message<unknown>[], env: Bindings): Promise<void> {
  const deliveries = messages.flatMap((message): Delivery[] => {
    const { body } = message;
    if (!isQueueMessage(body)) {
      report('merge visits', new Error('The message is not a visit.'), { messageId: message.id });
      retryLater(message, longestPause);
      return [];
    }
    // Anyone can make up a key of a workspace that does not exist.
    const isMadeUp = 'keyHash' in body && !databaseOf(env, body.workspace);
    if (isMadeUp) message.ack();
    return isMadeUp ? [] : [{ message, body }];
  });
  const groups = Map.groupBy(deliveries, ({ body }) => body.workspace);
  // At once, so that a database that does not answer holds up no other.
  await Promise.all(Array.from(groups, ([workspace, group]) => mergeGroup(group, workspace, env)));
}

/** Merges the visits of a workspace together, or else one by one. */
async function mergeGroup(group: Delivery[], workspace: string, env: Bindings): Promise<void> {
  try {
    await merge(group, workspace, env);
  } catch (error) {
    report('merge visits', error, { workspace, messages: group.length });
    // In an outage, one request per visit would add to the load. But a visit may also be the cause of the errors.
    const isDown = isOutage(error);
    const outages = new Outages();
    for (const delivery of group) {
      const isAlone = !isDown || delivery.message.attempts > patience;
      if (!isAlone || outages.areOf(workspace)) retryLater(delivery.message, longestPause);
      else outages.note(workspace, await mergeAlone(delivery, workspace, env));
    }
  }
}

/** Merges one visit, or has it delivered again. Returns its error, if any. */
async function mergeAlone(delivery: Delivery, workspace: string, env: Bindings): Promise<unknown> {
  try {
    return await merge([delivery], workspace, env);
  } catch (error) {
    const { id, attempts } = delivery.message;
    report('merge a visit', error, { workspace, messageId: id, attempts });
    retryLater(delivery.message, longestPause);
    return error;
  }
}
