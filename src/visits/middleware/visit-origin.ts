import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { getOrigins } from '../../access/api-keys/store/find.ts';
import { keyIn } from '../../access/middleware/api-key.ts';
import type { Bindings } from '../../config/bindings.ts';
import { databaseOf } from '../../config/workspaces.ts';
import { Meter, openDatabase } from '../../db/client.ts';
import { isOutage } from '../../db/outage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { hashApiKey, isWordsOnly } from '../../lib/api-key.ts';
import { minuteMs } from '../../lib/durations.ts';
import { FootfallError } from '../../lib/errors.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { normaliseOrigin } from '../../lib/host.ts';
import { report } from '../../lib/report.ts';
import { isPrivate } from '../beacons/leave-out.ts';
import { longestOrigin, longestPageId, refusedOfDay } from '../websites/limits.ts';
import { type Counts, type Kind, noteRefused } from '../websites/store/refused.ts';

/** Whether `VISIT_ORIGINS` names an origin: it holds for all workspaces. */
export const isConfigured = (env: Bindings, origin: string): boolean =>
  (env.VISIT_ORIGINS ?? '').split(/\s+/).includes(origin);

/** How often an isolate writes what it refused in a minute. More than this waits for the next minute. */
const writesAMinute = 10;

/** What an isolate refused of a workspace. */
interface Refused {
  /** The start of the minute of `writes`. */
  since: number;
  writes: number;
  /** Requests that are not written yet, by what they said. */
  waiting: Map<string, number>;
}
const refused: Record<Kind, Map<string, Refused>> = {
  origins: new Map(),
  pages: new Map(),
  paths: new Map(),
};

async function write(binding: D1Database, kind: Kind, counts: Counts, now: number): Promise<void> {
  try {
    await noteRefused(openDatabase(binding, 'first-primary', new Meter()), kind, counts, now);
  } catch (error) {
    report('note refused visits', error, {});
  }
}

/** Whether a browser may have sent this origin: anyone can send any text. */
const isOrigin = (origin: string): boolean =>
  origin.length <= longestOrigin && normaliseOrigin(origin) === origin;
const isKept = {
  origins: isOrigin,
  pages: (pageId: string) => pageId.length <= longestPageId,
  paths: () => true,
};

/**
 * Counts a request that was refused for its origin, names no page or asks for a path that nobody has. One whose visitor
 * asks not to be tracked is not counted, unless nothing of it is kept. No request waits for it. A flood writes ten times a minute in an isolate, and 20 origins or pages at most each time.
 */
export function noteRefusal(c: Context<AppEnv>, kind: Kind, said: string): void {
  const workspace = c.get('workspace');
  const binding = databaseOf(c.env, workspace);
  if (!binding || !isKept[kind](said) || (kind !== 'paths' && isPrivate(c))) return;
  const now = Date.now();
  const known = refused[kind].get(workspace);
  const state =
    // A clock may be set back.
    known && Math.abs(now - known.since) < minuteMs
      ? known
      : { since: now, writes: 0, waiting: known?.waiting ?? new Map<string, number>() };
  refused[kind].set(workspace, state);
  const { waiting } = state;
  const isWritten = state.writes < writesAMinute;
  if (isWritten || waiting.size < refusedOfDay || waiting.has(said))
    waiting.set(said, (waiting.get(said) ?? 0) + 1);
  if (!isWritten) return;
  state.writes++;
  state.waiting = new Map();
  c.executionCtx.waitUntil(write(binding, kind, waiting, now));
}

/**
 * Lets pages of every origin send requests and read the answers (Fetch, 3.2), without cookies. A preflight has no key, so
 * nobody knows yet which origins are allowed: `visitOrigin` and `wordsOrigin` decide that. `methods` is a list of
 * `Access-Control-Allow-Methods`, `allow` of `Allow`.
 */
export const websiteCors = (methods: string, allow = methods) =>
  createMiddleware<AppEnv>(async function websiteCors(c, next) {
    c.header('Access-Control-Allow-Origin', '*');
    if (c.req.method !== 'OPTIONS') return next();
    c.header('Allow', allow);
    c.header('Access-Control-Allow-Methods', methods);
    c.header('Access-Control-Allow-Headers', 'Content-Type,X-Api-Key');
    c.header('Access-Control-Max-Age', '86400');
    return c.body(null, 204);
  });

/** How old, in milliseconds, the origins of a known key are at most when a visit is refused. */
const freshFor = 10_000;

/** Lets the consumer of the queue decide on the origin, because D1 does not answer; unless no website can have it. */
function isVerifiedLater(c: Context<AppEnv>, origin: string): boolean {
  if (!isOrigin(origin)) return false;
  c.set('unverified', { keyHash: hashApiKey(keyIn(c)), origin });
  return true;
}

/**
 * Whether the key's workspace has a website with this origin. Asks D1 again if it has not asked in ten seconds. What
 * `canWait` passes while D1 does not answer.
 */
async function isOfWebsite(c: Context<AppEnv>, origin: string, canWait: boolean): Promise<boolean> {
  const { apiKey, db, unverified } = c.var;
  if (unverified) return isVerifiedLater(c, origin);
  if (apiKey.origins.includes(origin)) return true;
  const now = Date.now();
  const readAt = apiKey.originsReadAt;
  if (now - readAt < freshFor) return false;
  // The key stays in the cache of this isolate. Its next requests must not ask again.
  apiKey.originsReadAt = now;
  try {
    apiKey.origins = await getOrigins(db);
  } catch (error) {
    apiKey.originsReadAt = readAt;
    if (canWait && isOutage(error)) return isVerifiedLater(c, origin);
    throw error;
  }
  return apiKey.origins.includes(origin);
}

/** Throws `origin_not_allowed`, and counts the request, unless it has no origin or the origin of a website. */
async function checkOrigin(c: Context<AppEnv>, canWait: boolean): Promise<void> {
  const origin = c.req.header('origin');
  if (origin === undefined || isConfigured(c.env, origin) || (await isOfWebsite(c, origin, canWait))) return;
  noteRefusal(c, 'origins', origin);
  throw new FootfallError(
    'origin_not_allowed',
    `${excerpt(origin)} is not the origin of a website of this workspace.`,
  );
}

/**
 * Refuses visits that a browser sends from an origin that is neither in `VISIT_ORIGINS` nor a website of the
 * workspace, and counts them. Servers send no origin and pass. A key without the scope is refused later. While D1 does not
 * answer, the consumer of the queue decides. Throws `origin_not_allowed`.
 */
export const visitOrigin = () =>
  createMiddleware<AppEnv>(async function visitOrigin(c, next) {
    if (c.req.method === 'POST' && c.get('apiKey').scopes.includes('collect'))
      await checkOrigin(c, c.env.VISITS !== undefined);
    return next();
  });

/**
 * Refuses requests with a key for words that a browser sends from an origin from which it may send no visits. No page may
 * read an answer to a key that reads more. Throws `origin_not_allowed`.
 */
export const wordsOrigin = () =>
  createMiddleware<AppEnv>(async function wordsOrigin(c, next) {
    if (c.req.method === 'OPTIONS') return next();
    if (!isWordsOnly(c.get('apiKey'))) {
      if (c.get('apiKey').scopes.includes('read')) c.header('Access-Control-Allow-Origin', undefined);
      return next();
    }
    await checkOrigin(c, false);
    await next();
  });
