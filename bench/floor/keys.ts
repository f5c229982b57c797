import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Call, Problem } from './http.ts';

export type Scope = 'read' | 'write' | 'collect';

interface VerifiedKey {
  hash: string;
  scopes: Scope[];
  expiresAt: number | null;
  actor: object;
}

const pattern = /^ff_main_[0-9A-Za-z]{38}$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The six characters of CRC32 at the end of a key. They detect a typing error without a lookup. */
export function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i++) {
    out = base62.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}

/** The stored form of a key. In workerd, `hash` takes three times as long. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** By the text of the key, so that a known key is hashed once a minute. */
const known = new Map<string, { key: VerifiedKey; until: number }>();

/** Lets a request pass if its key is valid, is within its rate limit, and has the scope. */
export async function checkKey(call: Call, scope: Scope): Promise<void> {
  const { request, env, headers } = call;
  const text = request.headers.get('x-api-key');
  if (!text) throw new Problem(401, 'missing_api_key', 'Send your API key in the header x-api-key.');
  const address = `address:${request.headers.get('cf-connecting-ip') ?? ''}`;
  // All visitors share one key, so visits are limited by address.
  const isVisit = scope === 'collect';
  headers['ratelimit-policy'] = isVisit
    ? env.RATE_LIMIT_POLICY.replace('api-key', 'visitor')
    : env.RATE_LIMIT_POLICY;
  if (isVisit) await takeToken(call, `visitor:${address}`);
  const key = await verify(call, text, address);
  if (!isVisit) await takeToken(call, key.hash);
  if (!key.scopes.includes(scope))
    throw new Problem(403, 'insufficient_scope', `This operation needs the scope ${scope}.`);
  call.actor = key.actor;
}

async function takeToken({ env }: Call, key: string): Promise<void> {
  const { success } = await env.RATE_LIMITER.limit({ key });
  if (!success) throw new Problem(429, 'rate_limited', 'Try again in 10 s.');
}

interface KeyRow {
  apiKeyId: string;
  name: string;
  scopes: string;
  expiresAt: number | null;
}

/** What a key may do, which is looked up once a minute. */
async function verify(call: Call, text: string, address: string): Promise<VerifiedKey> {
  const now = Date.now();
  const remembered = known.get(text);
  if (remembered && remembered.until > now && isLive(remembered.key, now)) return remembered.key;
  if (!pattern.test(text) || checksum(text.slice(0, -6)) !== text.slice(-6))
    throw new Problem(401, 'invalid_api_key', 'The API key is malformed.');
  await takeToken(call, address);
  const keyHash = sha256(text);
  const [[row]] = await call.db.batch<[KeyRow[]]>([
    call.db.sql(
      `select api_key_id as apiKeyId, name, scopes, expires_at as expiresAt from api_keys
        where hash = ?1 and revoked_at is null`,
      keyHash,
    ),
  ]);
  const key = row && verifiedOf(row, keyHash);
  if (!key || !isLive(key, now))
    throw new Problem(401, 'invalid_api_key', 'The API key is unknown, revoked or expired.');
  if (known.size >= 1000) known.clear();
  known.set(text, { key, until: now + 60_000 });
  return key;
}

const verifiedOf = ({ apiKeyId, name, scopes, expiresAt }: KeyRow, hash: string): VerifiedKey => ({
  hash,
  scopes: JSON.parse(scopes),
  expiresAt,
  actor: { type: 'api_key', apiKeyId, name },
});

const isLive = ({ expiresAt }: VerifiedKey, now: number) => expiresAt === null || expiresAt > now;
