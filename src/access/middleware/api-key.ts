import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { limitOfTier, limitsOf } from '../../config/limits.ts';
import { databaseOf } from '../../config/workspaces.ts';
import { type Database, Meter, openDatabase } from '../../db/client.ts';
import { isOutage, openImpatiently, visitBreaker, wordsBreaker } from '../../db/outage.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endCopies, findCopy, keepCopy } from '../../http/copies.ts';
import { bookmarkHeader } from '../../http/middleware/headers.ts';
import { statePolicy, takeAddressToken, takeToken } from '../../http/middleware/rate-limit.ts';
import { bookmarkPattern } from '../../http/patterns.ts';
import { collect } from '../../http/validate.ts';
import { isWordsOnly, readKey, type VerifiedKey } from '../../lib/api-key.ts';
import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
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

const isExpired = ({ expiresAt }: VerifiedKey) => expiresAt !== null && expiresAt <= Date.now();

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

const nameOfKey = (hash: string) => `key/${hash}`;

/** Keeps a key that was verified in the last minute, for a time in which D1 does not answer. */
const keepKey = (c: Context<AppEnv>, workspace: string, key: VerifiedKey): void =>
  keepCopy(c, workspace, nameOfKey(key.hash), {
    // Its last use is noted in D1, and its origins are read when they are needed.
    value: { ...key, lastUsedAt: Date.now() },
    at: Date.now() - minuteMs,
    mark: JSON.stringify([key.scopes, key.expiresAt, key.origins]),
    of: [key.apiKeyId],
  });

/** What a key may do that was valid within the last hour. Throws `invalid_api_key` when it has expired. */
async function keptKey(
  c: Context<AppEnv>,
  workspace: string,
  hash: string,
): Promise<VerifiedKey | undefined> {
  const copy = await findCopy<VerifiedKey>(c.env, workspace, [nameOfKey(hash)]);
  if (copy && isExpired(copy.value)) throw unknownKey();
  return copy?.value;
}

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
  /** Whether a request can be answered by a copy while D1 does not answer. */
  hasCopies?: (c: Context<AppEnv>) => boolean;
}

/** How a request waits for D1, if it goes on without it. */
function breakerOf(c: Context<AppEnv>, { limit, hasCopies }: Options) {
  if (limit === 'visitor') return c.env.VISITS && visitBreaker;
  return hasCopies?.(c) ? wordsBreaker : undefined;
}

/**
 * Lets a request with a valid key pass, within the rate limit of the key or of the visitor's address. Sets `db` to the
 * database of the key's workspace, and `apiKey` to what the key may do. The answer has the session's bookmark in
 * `x-d1-bookmark`. While D1 does not answer, a visit passes with any key that is well-formed, if it has a queue to wait
 * in: `unverified` is set then. A request that a copy can answer passes with a key that was valid within the last hour.
 */
export const apiKey = (options: Options = {}) =>
  createMiddleware<AppEnv>(async function apiKey(c, next) {
    // OPTIONS needs no key: the methods are public in /openapi.json. For visits and inner requests, an earlier
    // middleware has verified the key.
    if (c.req.method === 'OPTIONS' || c.get('apiKey') !== undefined) return next();
    const { limit = 'api-key', bearer = false } = options;
    c.header('Cache-Control', 'no-store');
    const read = readKey(keyIn(c, { bearer }));
    if (!read) throw new FootfallError('invalid_api_key', 'The API key is malformed.');

    const { workspace, hash } = read;
    statePolicy(c, limitsOf(c.env)[limit].policy);
    if (limit === 'visitor') await takeAddressToken(c, limit);

    // A key of an unknown workspace is looked up in `DB`, and takes as long as an unknown key of `main`. So neither
    // the answer nor its time reveals which workspaces exist.
    const binding = databaseOf(c.env, workspace);
    const asked = binding ?? c.env.DB;
    const constraint = sessionConstraint(c);
    const breaker = breakerOf(c, options);
    const openPatiently = () => openDatabase(asked, constraint, c.get('meter'));
    const db = breaker ? openImpatiently(asked, constraint, c.get('meter'), breaker) : openPatiently();
    if (breaker === wordsBreaker) c.set('openPatiently', openPatiently);
    const verify = () => verifyKey(db, hash, () => takeLookup(c, limit, hash));
    const known = recall(hash, Date.now());
    const live = known && !isExpired(known) ? known : undefined;
    let kept: VerifiedKey | undefined;
    // A lookup that is known to fail is none, and counts against no limit.
    if (breaker === wordsBreaker && breaker.leavesAlone(asked) && !known)
      kept = await keptKey(c, workspace, hash);
    const verified =
      kept ??
      live ??
      (await verify().catch(async (error: unknown) => {
        if (!breaker || !isOutage(error)) throw error;
        if (breaker === visitBreaker) {
          c.set('unverified', { keyHash: hash });
          return presumedKey;
        }
        kept = await keptKey(c, workspace, hash);
        // Its lookup is counted already.
        return kept ?? verifyKey(openPatiently(), hash, async () => {});
      }));
    const unverified = c.get('unverified');
    if (!binding && !unverified) throw unknownKey();
    if (limit === 'api-key') {
      // Anyone may have such a key. An address that has reached its limit uses up nothing of the key's.
      if (isWordsOnly(verified)) await takeAddressToken(c, 'visitor');
      const own = limitOfTier(c.env, verified.limitTier);
      statePolicy(c, own.policy);
      await takeToken(c, own, hash);
    }
    if (binding && !unverified && !kept) noteKeyUse(c, binding, verified);
    if (breaker === wordsBreaker && !kept) keepKey(c, workspace, verified);
    c.set('apiKey', verified);
    db.actor = actorOf(verified);
    db.wake = wakerOfRequest(c.env, workspace, () => c.executionCtx);
    c.set('db', db);
    c.set('workspace', workspace);
    return next();
  });

/** Verifies the key of a request again, beside the request that a copy has answered. */
export async function verifyAgain(c: Context<AppEnv>, db: Database): Promise<void> {
  const { workspace, apiKey } = c.var;
  const now = Date.now();
  const key = await findKeyByHash(db, apiKey.hash, now);
  if (!key) return endCopies(c, apiKey.apiKeyId);
  remember(key.hash, key, now);
  keepKey(c, workspace, key);
}
