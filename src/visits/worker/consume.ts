import { recipientsFrom } from '../../audiences/recipients.ts';
import type { Bindings } from '../../bindings.ts';
import { isOutage } from '../../db/outage.ts';
import { openWorkspace } from '../../db/workspace.ts';
import { report } from '../../lib/report.ts';
import { retryLater } from '../../lib/retry-later.ts';
import { isLeftOutMessage, isVisitMessage, type QueueMessage } from '../schemas.ts';
import { mergeVisits } from '../store/merge.ts';

/**
 * The longest pause between two attempts, in seconds. With the retries of wrangler.toml, visits survive an outage of
 * most of a day.
 */
const longestPause = 900;

/** After this many attempts, a visit that D1 did not accept together with others is tried alone. */
const patience = 10;

/** A message and its content. */
interface Delivery {
  message: Message<unknown>;
  body: QueueMessage;
}

async function merge(deliveries: Delivery[], workspace: string, env: Bindings): Promise<void> {
  const db = openWorkspace(env, workspace, 'tracker');
  await mergeVisits(
    db,
    deliveries.map(({ body }) => body),
    { recipientsFrom: recipientsFrom(env, Date.now()) },
  );
  for (const { message } of deliveries) message.ack();
}

/** Merges the visits of a batch and counts those that are left out, one workspace at a time. A visit that cannot be merged is tried again alone. */
export async function consumeVisits(messages: readonly Message<unknown>[], env: Bindings): Promise<void> {
  const deliveries = messages.flatMap((message) => {
    const { body } = message;
    if (isVisitMessage(body) || isLeftOutMessage(body)) return [{ message, body }];
    report('merge visits', new Error('The message is not a visit.'), { messageId: message.id });
    retryLater(message, longestPause);
    return [];
  });
  for (const [workspace, group] of Map.groupBy(deliveries, ({ body }) => body.workspace)) {
    try {
      await merge(group, workspace, env);
    } catch (error) {
      report('merge visits', error, { workspace, messages: group.length });
      // In an outage, one request per visit would add to the load. But a visit may also be the cause of the errors.
      const isDown = isOutage(error);
      for (const delivery of group) {
        const isAlone = !isDown || delivery.message.attempts > patience;
        await (isAlone ? mergeAlone(delivery, workspace, env) : retryLater(delivery.message, longestPause));
      }
    }
  }
}

async function mergeAlone(delivery: Delivery, workspace: string, env: Bindings): Promise<void> {
  try {
    await merge([delivery], workspace, env);
  } catch (error) {
    const { id, attempts } = delivery.message;
    report('merge a visit', error, { workspace, messageId: id, attempts });
    retryLater(delivery.message, longestPause);
  }
}
