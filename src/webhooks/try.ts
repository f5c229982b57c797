import { attempt, type Receiver } from './attempt.ts';

/** What came of a test. */
interface Tried {
  isDelivered: boolean;
  statusCode: number | null;
  error: Awaited<ReturnType<typeof attempt>>['error'];
  durationMs: number;
  answer: string | null;
}

/** Sends an event that never happened, of the type `webhook.test`, once. */
export async function tryWebhook(receiver: Receiver, webhookId: string, now: Date): Promise<Tried> {
  const timestamp = now.toISOString();
  const data = {
    ...{ sequence: 0, type: 'webhook.test', subject: webhookId },
    ...{ related: {}, changes: null, actor: null, createdAt: timestamp },
  };
  const body = JSON.stringify({ type: data.type, timestamp, data });
  const made = await attempt(receiver, `test_${crypto.randomUUID()}`, body);
  const { outcome, statusCode, error, durationMs, answer } = made;
  return { isDelivered: outcome === 'delivered', statusCode, error, durationMs, answer };
}
