import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { conditionViolations } from '../etag.ts';
import { collect } from '../violations.ts';

/** Collects the violations in `If-Match` or `If-None-Match`, on every route. */
export const conditions = () =>
  createMiddleware<AppEnv>(async function conditions(c, next) {
    collect(c, conditionViolations(c));
    await next();
  });
