import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../http/app-env.ts';
import { FootfallError } from '../lib/errors.ts';
import { excerpt } from '../lib/excerpt.ts';

const isAllowed = (origins: string | undefined, origin: string) =>
  (origins ?? '').split(/\s+/).includes(origin);

/** Answers preflights (Fetch, 3.2) and sets the CORS headers, for the origins of `VISIT_ORIGINS` only. */
export const visitCors = () => {
  const preflight = cors({
    origin: (origin, c) => (isAllowed(c.env.VISIT_ORIGINS, origin) ? origin : null),
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type', 'X-Api-Key'],
    maxAge: 86_400,
  });
  return createMiddleware<AppEnv>(async function visitCors(c, next) {
    if (c.req.method === 'OPTIONS') {
      c.header('Allow', 'POST');
      return preflight(c, next);
    }
    // Before the handler: hono/cors would build the answer of each visit anew, twice.
    const origin = c.req.header('origin');
    if (origin !== undefined && isAllowed(c.env.VISIT_ORIGINS, origin))
      c.header('Access-Control-Allow-Origin', origin);
    c.header('Vary', 'Origin', { append: true });
    await next();
  });
};

/**
 * Refuses visits that a browser sends from another origin. Servers send no origin and pass. Throws
 * `origin_not_allowed`.
 */
export const visitOrigin = () =>
  createMiddleware<AppEnv>(async function visitOrigin(c, next) {
    const origin = c.req.header('origin');
    if (origin !== undefined && !isAllowed(c.env.VISIT_ORIGINS, origin)) {
      throw new FootfallError(
        'origin_not_allowed',
        `${excerpt(origin)} is not one of this service's VISIT_ORIGINS.`,
      );
    }
    await next();
  });
