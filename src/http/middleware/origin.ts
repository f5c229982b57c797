import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { FootfallError } from '../../lib/errors.ts';
import type { AppEnv } from '../app-env.ts';

/**
 * Whether a request is not from a browser, or from a page of this service. Browsers say so in `Sec-Fetch-Site`, except
 * old ones, and all of them on plain HTTP. Those send `Origin` with every POST.
 */
function isOwn(c: Context<AppEnv>): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin;
}

/** Refuses requests that a browser sends for a page of another website. Throws `cross_site_request`. */
export const sameOrigin = () =>
  createMiddleware<AppEnv>(async function sameOrigin(c, next) {
    if (!isOwn(c)) {
      throw new FootfallError('cross_site_request', 'A page of another website may not send this request.');
    }
    await next();
  });

/**
 * Refuses requests that a page in a browser sends, whatever its origin. With DNS rebinding, the origin of an attacker's
 * page can belong to the service. Throws `cross_site_request`.
 */
export const noBrowser = () =>
  createMiddleware<AppEnv>(async function noBrowser(c, next) {
    if (c.req.header('origin') !== undefined)
      throw new FootfallError('cross_site_request', 'A page in a browser may not send this request.');
    await next();
  });

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
