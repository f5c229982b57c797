import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Webhook } from '../schemas.ts';
import { liveWebhookOrThrow, selectShownWebhook, toTagged } from './internal.ts';

/** A webhook. Throws `webhook_not_found`. */
export async function getWebhookOrThrow(db: Database, webhookId: string): Promise<Tagged<Webhook>> {
  const [[row]] = await db.batch([selectShownWebhook({ webhookId })]);
  return toTagged(liveWebhookOrThrow(row));
}
