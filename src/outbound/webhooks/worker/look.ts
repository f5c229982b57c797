import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { events, newestEvent } from '../../../db/tables/events.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import { hasSecret } from '../store/secrets.ts';
import { areLive } from '../store/webhooks.ts';

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
export async function lookAfterWebhooks(db: Database, now: number): Promise<string[]> {
  let ids: string[] = [];
  await inChunks(chunk, chunks, async () => {
    const [removed, , rows] = await db.batch([removeDeliveries({}), markCleared({}), selectWork({ now })]);
    ids = rows.map(({ webhookId }) => webhookId);
    return removed.length;
  });
  return ids;
}
