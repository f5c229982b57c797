import { createMiddleware } from 'hono/factory';
import { Meter } from '../db/meter.ts';
import type { AppEnv } from '../http/app-env.ts';

/** Counts what the request costs in D1 and says so in `Server-Timing`; leaves the meter in `meter`. */
export const serverTiming = () =>
  createMiddleware<AppEnv>(async function serverTiming(c, next) {
    c.set('meter', new Meter());
    await next();
    // What a 401 cost would tell whether a workspace is there, and whether a key was known before.
    const meter = c.res.status === 401 ? new Meter() : c.var.meter;
    c.header('Server-Timing', meter.toServerTiming());
  });
