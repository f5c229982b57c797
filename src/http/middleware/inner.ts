import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

type Verified = Pick<AppEnv['Variables'], 'apiKey' | 'db' | 'workspace' | 'meter'>;
type Inner = Verified & Pick<AppEnv['Variables'], 'itemsAtOnce'>;

/** What answers requests. */
export type Fetch = (
  request: Request,
  env: AppEnv['Bindings'],
  context: ExecutionContext,
) => Response | Promise<Response>;

/** The requests that the service sends to itself. Nobody else can make one, because the object itself is known. */
const inner = new WeakMap<Request, Inner>();

/**
 * A request of the service to itself, on behalf of the request that it answers: with the same key, session and meter,
 * and without another token of the rate limit. With `itemsAtOnce` a page of a list has so many items.
 */
export function innerRequest(
  c: Context<AppEnv>,
  path: string,
  init: RequestInit,
  itemsAtOnce?: number,
): Request {
  const headers = new Headers(init.headers);
  headers.set('x-request-id', c.var.requestId);
  const request = new Request(new URL(path, c.req.url), { ...init, headers });
  const { apiKey, db, workspace, meter } = c.var;
  inner.set(request, { apiKey, db, workspace, meter, ...(itemsAtOnce && { itemsAtOnce }) });
  return request;
}

/** Whether the service has sent a request to itself. */
export const isInner = (request: Request): boolean => inner.has(request);

/** Gives an inner request what the middleware of the outer one has set. */
export const innerRequests = () =>
  createMiddleware<AppEnv>(function innerRequests(c, next) {
    const verified = inner.get(c.req.raw);
    if (verified) {
      c.set('apiKey', verified.apiKey);
      c.set('db', verified.db);
      c.set('workspace', verified.workspace);
      c.set('meter', verified.meter);
      if (verified.itemsAtOnce) c.set('itemsAtOnce', verified.itemsAtOnce);
    }
    return next();
  });
