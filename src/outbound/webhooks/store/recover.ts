import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { events, newestEvent } from '../../../db/tables/events.ts';
import { webhooks } from '../../tables/webhooks.ts';
import type { WebhookRecovery } from '../schemas.ts';
import { assertOn, isLive, liveWebhookOrThrow, selectWebhook } from './internal.ts';

const { sequence, createdAt } = events;

/**
 * The first event that happened at `since` or later, or one behind the newest. Times have no index, but grow with the
 * numbers, which have no gaps: each step halves what is left.
 */
const firstSince = (since: Param<number>) => {
  const middle = sql`(low + high) / 2`;
  const isBefore = sql`(select ${createdAt} from ${events} where ${sequence} = ${middle}) < ${since}`;
  return sql<number>`(
    with recursive halves (low, high) as (
      select coalesce((select min(${sequence}) from ${events}), 1), ${newestEvent} + 1
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
