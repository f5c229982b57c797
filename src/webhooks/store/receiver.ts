import type { Database } from '../../db/client.ts';
import type { Format } from '../format/formats.ts';
import { liveWebhookOrThrow, selectWebhook, webhookOrThrow } from './internal.ts';
import { selectSecrets, validSecrets } from './secrets.ts';

/** Where a webhook leads, what it takes, and what signs; `now` in milliseconds since 1970. Throws `webhook_not_found`. */
export async function receiverOrThrow(
  db: Database,
  webhookId: string,
  now: number,
): Promise<{ url: string; format: Format; secrets: readonly [string, ...string[]] }> {
  const [[row], [secrets]] = await db.batch([selectWebhook({ webhookId }), selectSecrets({ webhookId })]);
  const { url, format } = liveWebhookOrThrow(row);
  // One that was imported has no secret until a rotation.
  return { url, format, secrets: validSecrets(webhookOrThrow(secrets), now) };
}
