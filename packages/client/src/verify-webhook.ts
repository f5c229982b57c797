import type { Event } from './generated/types.gen.ts';

/** Why a delivery is refused. Only `secret_malformed` is a fault of the receiver. */
export type WebhookRefusal =
  | 'header_missing'
  | 'timestamp_malformed'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'body_malformed'
  | 'secret_malformed';

/** Why `verifyWebhook` refuses a delivery. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A delivery: a `Request`, or what a framework has read of one. */
export type WebhookDelivery =
  | { headers: Headers; arrayBuffer: () => Promise<ArrayBuffer> }
  | {
      headers: Headers | Record<string, string | readonly string[] | undefined>;
      /** The body as it came, as bytes or text. A body that was parsed has other bytes. */
      body: string | ArrayBuffer | Uint8Array;
    };

type EventType = Event['type'] | 'webhook.test';

/** What a webhook with the format `json` gets, by its `type`. `webhook.test` never happened. */
export type WebhookEvent = {
  [Type in EventType]: { type: Type; timestamp: string; data: Omit<Event, 'type'> & { type: Type } };
}[EventType];

/** How a delivery is verified. */
export interface WebhookOptions {
  /** How many seconds the time of an attempt may be away from now. The default is 300. */
  toleranceSeconds?: number | undefined;
  /** The time now, in milliseconds since 1970. The default is the clock's. */
  now?: number | undefined;
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };
/** How many signatures of a delivery are read. It has two while a secret is replaced; anyone can send a thousand. */
const mostSignatures = 8;
const encoder = new TextEncoder();

/** The bytes of a text in base64, or undefined when it is something else, or not how base64 writes these bytes. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const bytes = atob(base64);
  // The last character has bits that atob does not read.
  if (btoa(bytes) !== base64) return undefined;
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** The key of a secret: `whsec_` and base64 of 24 to 64 bytes. */
function keyOf(secret: unknown): Promise<CryptoKey> {
  const raw = bytesOf(/^whsec_(.*)$/.exec(typeof secret === 'string' ? secret : '')?.[1] ?? '');
  if (!raw || raw.length < 24 || raw.length > 64)
    throw new WebhookError('secret_malformed', 'The secret must be whsec_ and base64, as Footfall gave it');
  return crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
}

/** Whether header fields are read with `get`: a library's own class is no `Headers` of this realm. */
const isHeaders = (headers: WebhookDelivery['headers']): headers is Headers =>
  typeof headers.get === 'function';

/** The value of a header field, whose name a framework may spell in any case. */
function fieldOf(headers: WebhookDelivery['headers'], name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([field]) => field.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (!text) throw new WebhookError('header_missing', `The header ${name} is missing`);
  return text;
}

/** The bytes of a body. Throws a TypeError when a framework has parsed it. */
async function bodyOf(delivery: WebhookDelivery): Promise<Uint8Array> {
  const body = 'arrayBuffer' in delivery ? await delivery.arrayBuffer() : delivery.body;
  if (typeof body === 'string') return encoder.encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('The body must be the text or the bytes that came, not what was parsed of them');
}

/** Throws when an attempt was made too long before now or after it. */
function checkTime(timestamp: string, { toleranceSeconds = 300, now = Date.now() }: WebhookOptions): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('timestamp_malformed', 'The header webhook-timestamp must be seconds since 1970');
  const age = Math.floor(now / 1000) - Number(timestamp);
  // A tolerance that is no number refuses all.
  if (!(age <= toleranceSeconds)) throw new WebhookError('too_old', `The delivery is ${age} seconds old`);
  if (!(-age <= toleranceSeconds))
    throw new WebhookError('too_new', `The delivery is from ${-age} seconds ahead`);
}

/** The bytes that are signed. */
function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** What a body is in JSON. */
function eventIn<Body>(body: Uint8Array): Body {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Body;
  } catch {
    throw new WebhookError('body_malformed', 'The body is signed, but it is not JSON');
  }
}

/**
 * The event of a delivery, once its signature and its time are verified (Standard Webhooks). `secret` may be several,
 * while one replaces another. Of another format than `json`, give the type of its body. Throws a WebhookError with its `reason`. An attempt may come twice: `webhook-id` stays
 * the same.
 */
export async function verifyWebhook<Body = WebhookEvent>(
  delivery: WebhookDelivery,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<Body> {
  const secrets = [secret].flat();
  const keys = await Promise.all((secrets.length > 0 ? secrets : ['']).map(keyOf));
  const id = fieldOf(delivery.headers, 'webhook-id');
  const timestamp = fieldOf(delivery.headers, 'webhook-timestamp');
  const signatures = fieldOf(delivery.headers, 'webhook-signature').split(' ').slice(0, mostSignatures);
  checkTime(timestamp, options);
  const body = await bodyOf(delivery);
  const bytes = signedBytes(id, timestamp, body);
  for (const signature of signatures) {
    const own = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    if (!own) continue;
    for (const key of keys) if (await crypto.subtle.verify(algorithm, key, own, bytes)) return eventIn(body);
  }
  throw new WebhookError('no_match', 'No signature of the delivery is of this secret');
}
