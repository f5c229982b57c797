import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../http/app-env.ts';
import { conditionViolations } from '../http/etag.ts';
import { collect } from '../http/violations.ts';

/** Collects the violations in `If-Match` or `If-None-Match`, on every route. */
export const conditions = () =>
  createMiddleware<AppEnv>(async function conditions(c, next) {
    collect(c, conditionViolations(c));
    await next();
  });
