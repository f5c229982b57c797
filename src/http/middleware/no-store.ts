import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

/** Lets nobody keep the answer. */
export const noStore = () =>
  createMiddleware<AppEnv>(async function noStore(c, next) {
    c.header('Cache-Control', 'no-store');
    await next();
  });
