import { createMiddleware } from 'hono/factory';
import { FootfallError } from '../../lib/errors.ts';
import type { AppEnv } from '../app-env.ts';

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
