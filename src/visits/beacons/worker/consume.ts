import { pick } from 'es-toolkit/object';
import type { Bindings } from '../../../config/bindings.ts';
import { databaseOf } from '../../../config/workspaces.ts';
import { noteError, openWorkspace } from '../../../db/client.ts';
import { isOutage, Outages } from '../../../db/outage.ts';
import { report } from '../../../lib/report.ts';
import { retryLater } from '../../../lib/retry-later.ts';
import { isQueueMessage, type QueueMessage } from '../schemas.ts';
import { giveUpVisit, mergeMessages } from '../store/give-up.ts';

/** The longest pause between two attempts, in seconds. So visits survive an outage of most of a day. */
const longestPause = 900;

/** After this many attempts, a visit that D1 did not accept together with others is tried alone. */
const patience = 10;

/** After this many attempts from the dead-letter queue, whose last ones these are (`max_retries`), a visit is given up. */
export const mostAttempts = 100;

interface Delivery {
  message: Message<unknown>;
  body: QueueMessage;
}

async function merge(deliveries: Delivery[], workspace: string, env: Bindings): Promise<void> {
  const bodies = deliveries.map(({ body }) => body);
  await mergeMessages(openWorkspace(env, workspace, 'tracker'), bodies, env);
  for (const { message } of deliveries) message.ack();
}

/**
 * Merges the visits of a batch by workspace, and counts excluded ones. One that cannot be merged is tried alone. The last
 * attempts from the dead-letter queue (`isDead`) keep what they cannot merge.
 */
export async function consumeVisits(
  messages: readonly Message<unknown>[],
  env: Bindings,
  { isDead = false } = {},
): Promise<void> {
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
  await Promise.all(Array.from(groups, ([workspace, group]) => mergeGroup(group, workspace, env, isDead)));
}

/** Merges the visits of a workspace together, or else one by one. */
async function mergeGroup(
  group: Delivery[],
  workspace: string,
  env: Bindings,
  isDead: boolean,
): Promise<void> {
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
      else outages.note(workspace, await mergeAlone(delivery, workspace, env, isDead));
    }
  }
}

/** Keeps a visit whose attempts are used up. If that fails too, it is delivered again while the queue has it. */
async function giveUp({ message, body }: Delivery, workspace: string, env: Bindings, error: unknown) {
  try {
    await giveUpVisit(openWorkspace(env, workspace), body, { ...pick(message, ['id', 'attempts']), error });
    message.ack();
  } catch (cause) {
    report('keep a visit', cause, { workspace, messageId: message.id });
    retryLater(message, longestPause);
  }
}

/** Merges one visit, or has it delivered again, or gives it up. Returns its error, if any. */
async function mergeAlone(
  delivery: Delivery,
  workspace: string,
  env: Bindings,
  isDead: boolean,
): Promise<unknown> {
  try {
    return await merge([delivery], workspace, env);
  } catch (error) {
    const { id, attempts } = delivery.message;
    report('merge a visit', error, { workspace, messageId: id, attempts });
    noteError(env, workspace, 'merge a visit', error);
    if (isDead && attempts >= mostAttempts) await giveUp(delivery, workspace, env, error);
    else retryLater(delivery.message, longestPause);
    return error;
  }
}
