import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { events, newestEvent } from '../../../db/tables/events.ts';
import { webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import type { WebhookDelivery } from '../delivery-schemas.ts';
import type { WebhookRecovery } from '../schemas.ts';
import { deliveryOrThrow, selectDelivery, toDelivery } from './deliveries.ts';
import { assertOn, isLive, liveWebhookOrThrow, selectWebhook } from './webhooks.ts';

const { webhookId, sequence } = webhookDeliveries;

interface ResendParams {
  id: Param<string>;
  of: Param<number>;
  now: Param<number>;
}

const markWaiting = statement(({ id, of, now }: ResendParams) =>
  build
    .update(webhookDeliveries)
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(
      and(
        eq(webhookId, id),
        eq(sequence, of),
        existsIn(webhooks, and(isLive(id), isNull(webhooks.disabledAt))),
      ),
    ),
);

// A run that has the webhook goes on: it keeps nothing of an attempt from before.
const endRest = statement(({ id, of }: Omit<ResendParams, 'now'>) =>
  build
    .update(webhooks)
    .set({ leaseUntil: null })
    .where(
      and(
        isLive(id),
        isNull(webhooks.leaseId),
        isNotNull(webhooks.leaseUntil),
        existsIn(webhookDeliveries, and(eq(webhookId, id), eq(sequence, of))),
      ),
    ),
);

/** Makes a delivery due now. Throws `webhook_not_found`, `delivery_not_found`, `webhook_disabled`. */
export async function resendDelivery(db: Database, id: string, of: number): Promise<WebhookDelivery> {
  const [, , [webhook], [delivery]] = await db.batch([
    markWaiting({ id, of, now: Date.now() }),
    endRest({ id, of }),
    selectWebhook({ webhookId: id }),
    selectDelivery({ id, of }),
  ]);
  const live = liveWebhookOrThrow(webhook);
  const found = deliveryOrThrow(delivery);
  assertOn(live);
  return toDelivery(found);
}

/**
 * The first event that happened at `since` or later, or one behind the newest. Times have no index, but grow with the
 * numbers, which have no gaps: each step halves what is left.
 */
const firstSince = (since: Param<number>) => {
  const middle = sql`(low + high) / 2`;
  const isBefore = sql`(select ${events.createdAt} from ${events} where ${events.sequence} = ${middle}) < ${since}`;
  return sql<number>`(
    with recursive halves (low, high) as (
      select coalesce((select min(${events.sequence}) from ${events}), 1), ${newestEvent} + 1
      union all
      select iif(${isBefore}, ${middle} + 1, low), iif(${isBefore}, high, ${middle}) from halves where low < high)
    select low from halves where low = high)`;
};

// Without its lease, a run that sends now keeps nothing of it: what it has sent is sent again, too.
const moveBack = statement(({ webhookId, since }: { webhookId: Param<string>; since: Param<number> }) =>
  build
    .update(webhooks)
    .set({
      cursor: sql`min(${webhooks.cursor}, ${firstSince(since)} - 1)`,
      leaseId: sql`null`,
      leaseUntil: sql`null`,
    })
    .where(and(isLive(webhookId), isNull(webhooks.disabledAt))),
);

/** Sends a webhook the events since a time again, if kept. Throws `webhook_not_found`, `webhook_disabled`. */
export async function recoverWebhook(
  db: Database,
  webhookId: string,
  since: number,
): Promise<WebhookRecovery> {
  const [, [row]] = await db.batch([moveBack({ webhookId, since }), selectWebhook({ webhookId })]);
  const live = liveWebhookOrThrow(row);
  assertOn(live);
  return { webhookId, fromSequence: live.cursor + 1 };
}
