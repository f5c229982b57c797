import { report } from '../../lib/report.ts';
import { webhookAddress } from './address.ts';
import type { WebhookTest } from './delivery-schemas.ts';
import { bodyOf, type Format } from './format/formats.ts';
import { longestAnswer, type Outcome, outcomeOf, retryAfterIn } from './schedule.ts';
import { sign } from './signature.ts';

/** Why an attempt has failed, where the status does not say it. */
export const faults = ['timeout', 'connection', 'redirect', 'refused_address'] as const;
export type Fault = (typeof faults)[number];

/** Where an attempt goes. */
export interface Receiver {
  url: string;
  /** The secrets that are valid, the newest first. */
  secrets: readonly [string, ...string[]];
  /** Whether the receiver may be on this machine: see `Deployment`. */
  isLocal: boolean;
}

/** What came of an attempt. Times are in milliseconds. */
export interface Attempt {
  outcome: Outcome;
  statusCode: number | null;
  error: Fault | null;
  startedAt: number;
  durationMs: number;
  /** How long the receiver asks to wait. */
  retryAfter: number | undefined;
  /** The beginning of the answer, if the attempt failed and there is any. */
  answer: string | null;
}

/** How much is kept of an answer, in bytes. */
const longestKept = 1024;
/** How long the beginning of a body may take after its status, in milliseconds. */
const longestBody = 2000;

/** The beginning of the body of an answer. A body that breaks off, or is too slow, has what came until then. */
async function beginningOf(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return null;
  AbortSignal.timeout(longestBody).addEventListener('abort', () => void reader.cancel().catch(() => {}));
  const bytes = new Uint8Array(longestKept);
  let length = 0;
  try {
    while (length < longestKept) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value.subarray(0, longestKept - length), length);
      length = Math.min(length + value.length, longestKept);
    }
  } catch {
    // What came until then is enough.
  }
  await reader.cancel().catch(() => {});
  return length === 0 ? null : new TextDecoder().decode(bytes.subarray(0, length));
}

const isRedirect = (status: number) => status >= 300 && status <= 399;

const faultOf = (error: unknown): Fault =>
  error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection';

/** What a receiver answered. */
type Answered = Pick<Attempt, 'outcome' | 'statusCode' | 'error' | 'retryAfter' | 'answer'>;

const failed = (error: Fault): Answered => ({
  outcome: outcomeOf(undefined),
  statusCode: null,
  error,
  retryAfter: undefined,
  answer: null,
});

/** What fetch throws when the plan allows an invocation no further request: 50 on the free plan. */
const isSpent = (error: unknown) => error instanceof Error && /Too many subrequests/v.test(error.message);

/** Undefined if nothing was sent, because the invocation may send no more. */
async function post(
  { url, secrets }: Receiver,
  id: string,
  body: string,
  now: number,
): Promise<Answered | undefined> {
  const signature = await sign({ id, timestamp: now, body, secrets });
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': 'Footfall-Webhooks/1', ...signature },
      body,
      signal: AbortSignal.timeout(longestAnswer),
    });
    const outcome = outcomeOf(response.status);
    const retryAfter = retryAfterIn(response.headers, Date.now());
    const error = isRedirect(response.status) ? 'redirect' : null;
    if (outcome !== 'delivered')
      return { outcome, statusCode: response.status, error, retryAfter, answer: await beginningOf(response) };
    // Nobody reads it, and it would keep a connection.
    await response.body?.cancel().catch(() => {});
    return { outcome, statusCode: response.status, error, retryAfter: undefined, answer: null };
  } catch (error) {
    return isSpent(error) ? undefined : failed(faultOf(error));
  }
}

/**
 * Makes one attempt: sends a signed body to a receiver, and waits 20 seconds at most for its answer. The address is
 * checked again, because the rules may have changed since it was stored. Throws when a secret is malformed. Undefined if
 * it was none, because this invocation may send no more requests.
 */
export async function attempt(receiver: Receiver, id: string, body: string): Promise<Attempt | undefined> {
  const startedAt = Date.now();
  const { fault } = webhookAddress(receiver.url, { ownHosts: [], isLocal: receiver.isLocal });
  if (fault !== undefined)
    report('send to a webhook', new Error('Its address is not one that events are sent to.'), {});
  const answered =
    fault === undefined ? await post(receiver, id, body, startedAt) : failed('refused_address');
  return answered && { ...answered, startedAt, durationMs: Math.max(0, Date.now() - startedAt) };
}

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
  if (!made) throw new Error('A request may send no other.');
  const { outcome, statusCode, error, durationMs, answer } = made;
  return { isDelivered: outcome === 'delivered', statusCode, error, durationMs, answer };
}
