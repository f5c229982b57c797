import { attempt, type Receiver } from './attempt.ts';
import type { WebhookTest } from './delivery-schemas.ts';
import { bodyOf, type Format } from './format/formats.ts';

/** The body of an event that never happened, or a sentence of it. */
function testBody(format: Format, webhookId: string, now: Date): string {
  if (format !== 'json') return bodyOf(format, [{ text: 'Footfall can reach this channel.' }], null);
  const timestamp = now.toISOString();
  const data = {
    sequence: 0,
    type: 'webhook.test',
    subject: webhookId,
    related: {},
    changes: null,
    actor: null,
    createdAt: timestamp,
  };
  return JSON.stringify({ type: data.type, timestamp, data });
}

/** Sends an event that never happened, of the type `webhook.test`, once. */
export async function tryWebhook(
  receiver: Receiver,
  format: Format,
  webhookId: string,
  now: Date,
): Promise<WebhookTest> {
  const body = testBody(format, webhookId, now);
  const made = await attempt(receiver, `test_${crypto.randomUUID()}`, body);
  const { outcome, statusCode, error, durationMs, answer } = made;
  return { isDelivered: outcome === 'delivered', statusCode, error, durationMs, answer };
}
