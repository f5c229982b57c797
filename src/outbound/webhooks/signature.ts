import { BoundedMap } from '../../lib/bounded-map.ts';

/** The header fields with which a receiver verifies a delivery (Standard Webhooks 1.0). */
export type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/** What an attempt signs. */
interface Signed {
  /** The id of the event: the same in each attempt. It has no full stop, which separates the signed parts. */
  id: string;
  /** When this attempt is made. It is sent in seconds. */
  timestamp: number;
  /** The body, exactly as it is sent. */
  body: string;
  /** The secrets that are valid, the newest first: two while one replaces the other. */
  secrets: readonly [string, ...string[]];
}

const prefix = 'whsec_';
const algorithm = { name: 'HMAC', hash: 'SHA-256' };
/** The bytes of a new secret. The standard allows 24 to 64. */
const secretLength = 32;
const encoder = new TextEncoder();

/** Makes a new secret: `whsec_` and base64 of 32 random bytes. */
export const createWebhookSecret = (): string =>
  prefix + crypto.getRandomValues(new Uint8Array(secretLength)).toBase64();

/** The keys of secrets: to import one takes as long as to sign. */
const keys = new BoundedMap<string, CryptoKey>(100);

/** The key of a secret. Throws when the secret is malformed. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  if (!secret.startsWith(prefix)) throw new TypeError('The secret of a webhook is malformed');
  const raw = Uint8Array.fromBase64(secret.slice(prefix.length));
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign']);
  keys.set(secret, key);
  return key;
}

/** The signature of some bytes with one secret. Throws when the secret is malformed. */
async function signatureOf(bytes: Uint8Array, secret: string): Promise<string> {
  const key = await keyOf(secret);
  return `v1,${new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes)).toBase64()}`;
}

/** Signs one attempt of a delivery: one signature for each secret. Throws when an id or a secret is malformed. */
export async function sign({ id, timestamp, body, secrets }: Signed): Promise<SignatureHeaders> {
  if (!/^[\w\-]+$/v.test(id)) throw new TypeError('The id of a webhook is malformed');
  const seconds = String(Math.floor(timestamp / 1000));
  const bytes = encoder.encode(`${id}.${seconds}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(bytes, secret)));
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
