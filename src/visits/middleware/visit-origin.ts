import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { getOrigins } from '../../access/api-keys/store/origins.ts';
import { keyIn } from '../../access/middleware/api-key.ts';
import { isOutage } from '../../db/outage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { hashApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { isConfigured } from '../websites/configured.ts';
import { isOrigin, noteRefusal } from './refused-visits.ts';

/**
 * Lets pages of every origin send visits and read the answers (Fetch, 3.2), without cookies. A preflight has no key, so
 * nobody knows yet which origins are allowed: `visitOrigin` decides that.
 */
export const visitCors = () =>
  createMiddleware<AppEnv>(async function visitCors(c, next) {
    c.header('Access-Control-Allow-Origin', '*');
    if (c.req.method !== 'OPTIONS') return next();
    c.header('Allow', 'POST');
    c.header('Access-Control-Allow-Methods', 'POST');
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

/** Whether the key's workspace has a website with this origin. Asks D1 again if it has not asked in ten seconds. */
async function isOfWebsite(c: Context<AppEnv>, origin: string): Promise<boolean> {
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
    if (c.env.VISITS && isOutage(error)) return isVerifiedLater(c, origin);
    throw error;
  }
  return apiKey.origins.includes(origin);
}

/**
 * Refuses visits that a browser sends from an origin that is neither in `VISIT_ORIGINS` nor a website of the
 * workspace, and counts them. Servers send no origin and pass. A key without the scope is refused later. While D1 does not
 * answer, the consumer of the queue decides. Throws `origin_not_allowed`.
 */
export const visitOrigin = () =>
  createMiddleware<AppEnv>(async function visitOrigin(c, next) {
    const origin = c.req.header('origin');
    const passes =
      origin === undefined ||
      c.req.method !== 'POST' ||
      !c.var.apiKey.scopes.includes('collect') ||
      isConfigured(c.env, origin) ||
      (await isOfWebsite(c, origin));
    if (passes) return next();
    noteRefusal(c, 'origins', origin);
    throw new FootfallError(
      'origin_not_allowed',
      `${excerpt(origin)} is not the origin of a website of this workspace.`,
    );
  });
