import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../http/app-env.ts';
import { collect } from '../../http/violations.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { endsTooLate } from '../api-keys/refusals.ts';

/** Collects the violation of a new key that would end later than the key of the request. */
export const withinOwnEnd = () =>
  createMiddleware<AppEnv>(async function withinOwnEnd(c, next) {
    const { expiresAt: end } = c.var.apiKey;
    const wanted = (((await c.req.json()) ?? {}) as { expiresAt?: unknown }).expiresAt;
    if (end !== null && typeof wanted === 'string' && (parseTimestamp(wanted) ?? 0) > end)
      collect(c, [endsTooLate(end)]);
    await next();
  });
