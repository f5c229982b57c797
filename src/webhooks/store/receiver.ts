import type { Database } from '../../db/client.ts';
import { liveWebhookOrThrow, selectWebhook, webhookOrThrow } from './internal.ts';
import { selectSecrets, validSecrets } from './secrets.ts';

/** Where a webhook leads, and what signs; `now` in milliseconds since 1970. Throws `webhook_not_found`. */
export async function receiverOrThrow(
  db: Database,
  webhookId: string,
  now: number,
): Promise<{ url: string; secrets: readonly [string, ...string[]] }> {
  const [[row], [secrets]] = await db.batch([selectWebhook({ webhookId }), selectSecrets({ webhookId })]);
  const { url } = liveWebhookOrThrow(row);
  // One that was imported has no secret until a rotation.
  return { url, secrets: validSecrets(webhookOrThrow(secrets), now) };
}
