import { createMiddleware } from 'hono/factory';
import { Meter } from '../../db/client.ts';
import type { AppEnv } from '../app-env.ts';
import { conditionViolations } from '../etag.ts';
import { collect } from '../validate.ts';

/** Lets nobody keep the answer. */
export const noStore = () =>
  createMiddleware<AppEnv>(function noStore(c, next) {
    c.header('Cache-Control', 'no-store');
    return next();
  });

/** Collects the violations in `If-Match` or `If-None-Match`, on every route. */
export const conditions = () =>
  createMiddleware<AppEnv>(function conditions(c, next) {
    collect(c, conditionViolations(c));
    return next();
  });

/** Sets `meter`, which counts the cost of the request in D1, and states that cost in `Server-Timing`. */
export const serverTiming = () =>
  createMiddleware<AppEnv>(async function serverTiming(c, next) {
    c.set('meter', new Meter());
    await next();
    // The cost of a 401 would reveal whether a workspace exists, and whether a key was known before.
    const meter = c.res.status === 401 ? new Meter() : c.get('meter');
    // c.header() would build the answer anew.
    c.res.headers.set('Server-Timing', meter.toServerTiming());
  });
