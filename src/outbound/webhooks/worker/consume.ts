import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Budget } from '../../../analytics/worker/budget.ts';
import type { Bindings } from '../../../config/bindings.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { events, newestEvent } from '../../../db/tables/events.ts';
import { wakeFor } from '../../../db/wake.ts';
import { DeliveryRequested } from '../../../db/wake-message.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { report } from '../../../lib/report.ts';
import { webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import { hasSecret } from '../store/secrets.ts';
import { areLive } from '../store/webhooks.ts';
import { deliver, type Sender } from './deliver.ts';

const { webhookId, sequence, nextAttemptAt } = webhookDeliveries;

const ofWebhook = sql`${webhookId} = ${webhooks.webhookId}`;
const waits = existsIn(webhookDeliveries, and(ofWebhook, isNotNull(nextAttemptAt)));

const hasWork = (now: Param<number>) =>
  and(
    areLive,
    sql`${webhooks.disabledAt} is null`,
    sql`(${webhooks.leaseUntil} is null or ${webhooks.leaseUntil} <= ${now})`,
    sql`((${webhooks.cursor} < ${newestEvent} and not (${webhooks.isOrdered} and ${waits}))
      or ${existsIn(webhookDeliveries, and(ofWebhook, sql`${nextAttemptAt} <= ${now}`))})`,
    hasSecret,
  );

const selectWork = statement(({ now }: { now: Param<number> }) =>
  build.select({ webhookId: webhooks.webhookId }).from(webhooks).where(hasWork(now)),
);

/** The webhooks that have something to send, and that no run has. */
export async function webhooksWithWork(db: Database, now: number): Promise<string[]> {
  const [rows] = await db.batch([selectWork({ now })]);
  return rows.map(({ webhookId }) => webhookId);
}

/** How many deliveries a minute removes: so many at a time, so often. */
const chunk = 1000;
const chunks = 10;

const oldestEvent = sql`coalesce((select min(${events.sequence}) from ${events}), 0)`;
/** Deliveries of events that are removed, and all of a webhook that is deleted. */
const notKept = sql`${webhooks} cross join ${webhookDeliveries} where ${webhooks.isCleared} = 0 and ${ofWebhook}
  and ${sequence} < iif(${webhooks.deletedAt} is null, ${oldestEvent}, 9e15)`;
/** The condition that a webhook is deleted, and not marked as one without deliveries. */
const isUncleared = sql`${webhooks.isCleared} = 0 and ${webhooks.deletedAt} is not null`;

/** The condition that `lookAfterWebhooks` has something to do. */
export const haveWebhooksWork = (now: Param<number>): SQL =>
  sql`(${existsIn(webhooks, hasWork(now))} or exists (select 1 from ${notKept}) or ${existsIn(webhooks, isUncleared)})`;

const removeDeliveries = statement(() =>
  build
    .delete(webhookDeliveries)
    .where(
      sql`(${webhookId}, ${sequence}) in (
        select ${webhookId}, ${sequence} from ${notKept} limit ${sql.raw(String(chunk))})`,
    )
    .returning(named({ sequence })),
);

const markCleared = statement(() =>
  build
    .update(webhooks)
    .set({ isCleared: sql`1` })
    .where(and(isUncleared, sql`not ${existsIn(webhookDeliveries, ofWebhook)}`)),
);

/** What the cron does for webhooks: removes deliveries that are not kept, and gives the webhooks that have work. */
async function lookAfterWebhooks(db: Database, now: number): Promise<string[]> {
  let ids: string[] = [];
  await inChunks(chunk, chunks, async () => {
    const [removed, , rows] = await db.batch([removeDeliveries({}), markCleared({}), selectWork({ now })]);
    ids = rows.map(({ webhookId }) => webhookId);
    return removed.length;
  });
  return ids;
}

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

/**
 * Delivers for the webhook of a message; for a workspace, for the first with work, and rings for the others. With a
 * context it delivers after the message is acknowledged: a slow receiver then keeps no other message waiting.
 */
export async function deliverRequested(
  { body }: Message<unknown>,
  env: Bindings,
  context: Pick<ExecutionContext, 'waitUntil'> | undefined,
): Promise<void> {
  const { workspace, webhookId } = DeliveryRequested.parse(body);
  const [first, ...others] = webhookId
    ? [webhookId]
    : await webhooksWithWork(openFor(env, workspace), Date.now());
  for (const other of others) await wakeFor(env, { workspace, webhookId: other }, 0);
  if (first === undefined) return;
  const delivering = deliverOne(env, workspace, first);
  if (!context) return delivering;
  // If it fails, the cron finds the work within a minute.
  context.waitUntil(delivering.catch((error) => report('deliver to a webhook', error, { workspace })));
}

/** How many webhooks are delivered to at once, and what a run does, without a queue. */
const withoutQueue = { atOnce: 5, run: { attempts: 20, rounds: 1, atOnce: 1 } };

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
