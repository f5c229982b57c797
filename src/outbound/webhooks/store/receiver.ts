import type { Database } from '../../../db/client.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { Receiver } from '../attempt.ts';
import type { Format } from '../format/formats.ts';
import { liveWebhookOrThrow, selectWebhook } from './internal.ts';
import { selectSecrets, validSecrets } from './secrets.ts';

/** Where a webhook leads, takes and signs. Throws `webhook_not_found`, `webhook_secret_missing`. */
export async function receiverOrThrow(
  db: Database,
  webhookId: string,
  now: number,
): Promise<Omit<Receiver, 'isLocal'> & { format: Format }> {
  const [[row], [secrets]] = await db.batch([selectWebhook({ webhookId }), selectSecrets({ webhookId })]);
  const { url, format } = liveWebhookOrThrow(row);
  if (!secrets)
    throw new FootfallError(
      'webhook_secret_missing',
      'The webhook has no secret, because it was imported; rotate it first.',
    );
  return { url, format, secrets: validSecrets(secrets, now) };
}
