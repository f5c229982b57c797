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
