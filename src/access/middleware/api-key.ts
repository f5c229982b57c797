import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { limitOfTier, limitsOf } from '../../config/limits.ts';
import { databaseOf } from '../../config/workspaces.ts';
import { type Database, Meter, openDatabase } from '../../db/client.ts';
import { isOutage, openImpatiently } from '../../db/outage.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { statePolicy, takeAddressToken, takeToken } from '../../http/middleware/rate-limit.ts';
import { bookmarkPattern } from '../../http/patterns.ts';
import { collect } from '../../http/validate.ts';
import { hashApiKey, isWordsOnly, type VerifiedKey, workspaceOf } from '../../lib/api-key.ts';
import { dayMs, hourMs } from '../../lib/durations.ts';
import { FootfallError } from '../../lib/errors.ts';
import { report } from '../../lib/report.ts';
import { actorOf } from '../api-keys/author.ts';
import { recall, remember } from '../api-keys/cache.ts';
import { findKeyByHash, noteUse } from '../api-keys/store/find.ts';
import { unknownKey } from '../api-keys/store/maker.ts';

/** Stands for the key of a visit, which may only send visits, while D1 does not answer: the queue verifies it later. */
const presumedKey: VerifiedKey = {
  apiKeyId: '',
  hash: '',
  name: '',
  scopes: ['collect'],
  expiresAt: null,
  limitTier: null,
  isSignIn: null,
  lastUsedAt: null,
  origins: [],
  originsReadAt: 0,
};

/**
 * What the key with this hash may do. It costs one round trip per minute and isolate; other requests cost none.
 * `beforeRefusal` runs before the lookup of every key that is not known to be valid. Throws `invalid_api_key` when
 * the key is unknown, revoked or expired.
 */
export async function verifyKey(
  db: Database,
  hash: string,
  beforeRefusal: () => Promise<void>,
): Promise<VerifiedKey> {
  const now = Date.now();
  const isExpired = ({ expiresAt }: VerifiedKey) => expiresAt !== null && expiresAt <= now;
  const known = recall(hash, now);
  if (!known || isExpired(known)) await beforeRefusal();
  const key = known ?? (await findKeyByHash(db, hash, now));
  if (!key || isExpired(key)) throw unknownKey();
  if (!known) remember(hash, key, now);
  return key;
}

/**
 * How old, in milliseconds, a note of a key's use may be before the next request renews it: an hour. A key that only
 * collects visits is used by every visitor of a website, so its note is renewed once a day.
 */
const noteLifetimeOf = ({ scopes }: VerifiedKey): number =>
  scopes.every((scope) => scope === 'collect') ? dayMs : hourMs;

async function note(binding: D1Database, apiKeyId: string, now: number, before: number): Promise<void> {
  try {
    await noteUse(openDatabase(binding, 'first-primary', new Meter()), apiKeyId, now, before);
  } catch (error) {
    report('note the use of a key', error, { apiKeyId });
  }
}

/** Notes that a key is used, if the last note is old. No request waits for the note, or fails with it. */
function noteKeyUse(c: Context<AppEnv>, binding: D1Database, key: VerifiedKey): void {
  const now = Date.now();
  const before = now - noteLifetimeOf(key);
  if ((key.lastUsedAt ?? 0) > before) return;
  // The key stays in the cache of this isolate, whose next requests must not note it again.
  key.lastUsedAt = now;
  c.executionCtx.waitUntil(note(binding, key.apiKeyId, now, before));
}

const bookmarkHeader = 'x-d1-bookmark';

/** The session constraint that the client asks for. By default every read sees all earlier writes. */
function sessionConstraint(c: Context<AppEnv>): string {
  const header = c.req.header(bookmarkHeader);
  if (header === undefined) return 'first-primary';
  if (bookmarkPattern.test(header)) return header;
  const message = 'must be the x-d1-bookmark of an earlier answer, first-primary or first-unconstrained';
  collect(c, [{ in: 'header', path: bookmarkHeader, code: 'invalid_format', message }]);
  return 'first-primary';
}

/**
 * Counts the lookup of a key against two limits. Anyone can make up keys with a valid checksum, so it counts against
 * the limit of the address. Many addresses may send the same revoked key, so it also counts against a limit of that
 * key. Visits are excluded: their key is public, and anyone could use up the limit for all visitors.
 */
async function takeLookup(c: Context<AppEnv>, limit: 'api-key' | 'visitor', hash: string): Promise<void> {
  if (limit === 'api-key') await takeToken(c, limitsOf(c.env)[limit], `lookup:${hash}`);
  await takeAddressToken(c);
}

/** The key in `Authorization: Bearer` (RFC 6750, 2.1). */
const bearerOf = (c: Context<AppEnv>) =>
  /^Bearer +([^\s]+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];

/** The key of a request, in `x-api-key` or, with `bearer`, in `Authorization: Bearer`. Throws `missing_api_key`. */
export function keyIn(c: Context<AppEnv>, { bearer = false }: { bearer?: boolean } = {}): string {
  const key = c.req.header('x-api-key') || (bearer ? bearerOf(c) : undefined);
  if (key) return key;
  const also = bearer ? ', or in Authorization: Bearer' : '';
  throw new FootfallError('missing_api_key', `Send your API key in the header x-api-key${also}.`);
}

interface Options {
  limit?: 'api-key' | 'visitor';
  /** The key may be in `Authorization: Bearer`. */
  bearer?: boolean;
}

/**
 * Lets a request with a valid key pass, within the rate limit of the key or of the visitor's address. Sets `db` to the
 * database of the key's workspace, and `apiKey` to what the key may do. The answer has the session's bookmark in
 * `x-d1-bookmark`. While D1 does not answer, a visit passes with any key that is well-formed, if it has a queue to wait
 * in: `unverified` is set then.
 */
export const apiKey = ({ limit = 'api-key', bearer = false }: Options = {}) =>
  createMiddleware<AppEnv>(async function apiKey(c, next) {
    // OPTIONS needs no key: the methods are public in /openapi.json. For visits and inner requests, an earlier
    // middleware has verified the key.
    if (c.req.method === 'OPTIONS' || c.get('apiKey') !== undefined) return next();
    c.header('Cache-Control', 'no-store');
    const key = keyIn(c, { bearer });
    const workspace = workspaceOf(key);
    if (workspace === undefined) throw new FootfallError('invalid_api_key', 'The API key is malformed.');

    const hash = hashApiKey(key);
    statePolicy(c, limitsOf(c.env)[limit].policy);
    if (limit === 'visitor') await takeAddressToken(c, limit);

    // A key of an unknown workspace is looked up in `DB`, and takes as long as an unknown key of `main`. So neither
    // the answer nor its time reveals which workspaces exist.
    const binding = databaseOf(c.env, workspace);
    const canWait = limit === 'visitor' && c.env.VISITS !== undefined;
    const open = canWait ? openImpatiently : openDatabase;
    const db = open(binding ?? c.env.DB, sessionConstraint(c), c.var.meter);
    const verified = await verifyKey(db, hash, () => takeLookup(c, limit, hash)).catch((error: unknown) => {
      if (!canWait || !isOutage(error)) throw error;
      c.set('unverified', { keyHash: hash });
      return presumedKey;
    });
    const { unverified } = c.var;
    if (!binding && !unverified) throw unknownKey();
    if (limit === 'api-key') {
      // Anyone may have such a key. An address that has reached its limit uses up nothing of the key's.
      if (isWordsOnly(verified)) await takeAddressToken(c, 'visitor');
      const own = limitOfTier(c.env, verified.limitTier);
      statePolicy(c, own.policy);
      await takeToken(c, own, hash);
    }
    if (binding && !unverified) noteKeyUse(c, binding, verified);
    c.set('apiKey', verified);
    db.actor = actorOf(verified);
    db.wake = wakerOfRequest(c.env, workspace, () => c.executionCtx);
    c.set('db', db);
    c.set('workspace', workspace);
    await next();
    const reached = db.bookmark();
    // c.header() would build the answer anew.
    if (reached) c.res.headers.set(bookmarkHeader, reached);
  });
