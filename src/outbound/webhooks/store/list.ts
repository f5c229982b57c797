import { and, count, desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { webhooks } from '../../tables/webhooks.ts';
import type { Webhook } from '../schemas.ts';
import { areLive, toWebhook, webhookColumns } from './internal.ts';

const binding: CursorBinding = ['webhooks'];

const selectWebhooks = statement(({ after, take }: ListParams) =>
  build
    .select(webhookColumns)
    .from(webhooks)
    .where(and(areLive, after && lt(webhooks.webhookId, after)))
    .orderBy(desc(webhooks.webhookId))
    .limit(take),
);

const countWebhooks = statement(() => build.select({ value: count() }).from(webhooks).where(areLive));

/** Webhooks, newest first. */
export async function listWebhooks(db: Database, listing: Listing): Promise<List<Webhook>> {
  const [rows, [total]] = await db.batch([selectWebhooks(placeOf(binding, listing)), countWebhooks({})]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.webhookId, toWebhook);
}
