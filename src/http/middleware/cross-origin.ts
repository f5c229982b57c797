import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

/** Lets pages of every origin load the answer and keep it for an hour. Overrides secureHeaders (Fetch, 3.7). */
export const crossOrigin = () =>
  createMiddleware<AppEnv>(async function crossOrigin(c, next) {
    await next();
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (c.res.ok || c.res.status === 304)
      c.header('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400');
  });

/** Lets scripts of every origin read the answer (Fetch, 3.2). */
export const anyOrigin = () =>
  createMiddleware<AppEnv>(async function anyOrigin(c, next) {
    await next();
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  });
