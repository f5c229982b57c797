import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import type { WebhookDelivery } from '../delivery-schemas.ts';
import { deliveryOrThrow, selectDelivery, toDelivery } from './deliveries.ts';
import { assertOn, isLive, liveWebhookOrThrow, selectWebhook } from './internal.ts';

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
