import type { Budget } from '../../../analytics/worker/budget.ts';
import type { Bindings } from '../../../config/bindings.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { DeliveryRequested, wakeFor } from '../../../db/wake.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { deliver, type Sender } from './deliver.ts';
import { lookAfterWebhooks, webhooksWithWork } from './look.ts';

const senderOf = ({ LOCAL_RECEIVERS }: Bindings, workspace: string): Sender => ({
  workspace,
  isLocal: LOCAL_RECEIVERS === 'on',
});

/** The database of a workspace for deliveries. They are no events, and must not wake the sender. */
function openFor(env: Bindings, workspace: string): Database {
  const db = openWorkspace(env, workspace);
  db.actor = undefined;
  return db;
}

/** Delivers what one webhook waits for, and wakes itself for the rest. What is due later than in a minute, the cron finds. */
async function deliverOne(env: Bindings, workspace: string, webhookId: string): Promise<void> {
  const rest = await deliver(openFor(env, workspace), webhookId, senderOf(env, workspace));
  if (!rest) return;
  const wait = rest.hasMore ? 0 : (rest.nextAttemptAt ?? Infinity) - Date.now();
  if (wait <= minuteMs) await wakeFor(env, { workspace, webhookId }, Math.ceil(Math.max(0, wait) / 1000));
}

/** Delivers for the webhook of a message; for a workspace, for the first with work, and rings for the others. */
export async function deliverRequested({ body }: Message<unknown>, env: Bindings): Promise<void> {
  const { workspace, webhookId } = DeliveryRequested.parse(body);
  const [first, ...others] = webhookId
    ? [webhookId]
    : await webhooksWithWork(openFor(env, workspace), Date.now());
  for (const other of others) await wakeFor(env, { workspace, webhookId: other }, 0);
  if (first !== undefined) await deliverOne(env, workspace, first);
}

/** How many webhooks are delivered to at once, and what a run does, without a queue. */
const withoutQueue = { atOnce: 5, run: { attempts: 20, rounds: 1, ms: minuteMs } };

/** The rows from a place on, which is another each minute, and then those before it. */
function inTurn<T>(rows: readonly T[], now: number): T[] {
  const first = Math.floor(now / minuteMs) % Math.max(1, rows.length);
  return [...rows.slice(first), ...rows.slice(0, first)];
}

/**
 * Each minute: finds the webhooks that have work, because no message came for it, and wakes them. Without a queue it
 * delivers itself, one round for each, as far as the budget goes. Returns their number.
 */
export async function deliverDue(
  env: Bindings,
  workspace: string,
  now: number,
  budget: Budget,
): Promise<number> {
  const ids = await lookAfterWebhooks(openFor(env, workspace), now);
  if (env.WEBHOOKS) {
    for (const webhookId of ids) await wakeFor(env, { workspace, webhookId }, 0);
    return ids.length;
  }
  const sender = senderOf(env, workspace);
  const some = inTurn(ids, now).slice(0, budget.writes);
  budget.writes -= some.length;
  for (let done = 0; done < some.length; done += withoutQueue.atOnce) {
    const group = some.slice(done, done + withoutQueue.atOnce);
    await Promise.all(group.map((id) => deliver(openFor(env, workspace), id, sender, withoutQueue.run)));
  }
  return some.length;
}
