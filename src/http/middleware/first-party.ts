import { createMiddleware } from 'hono/factory';
import type { Bindings } from '../../config/bindings.ts';
import { report } from '../../lib/report.ts';
import type { AppEnv } from '../app-env.ts';

/** What a folder of the website's own domain has: `a.js` is the tracker, `a` the collector. */
const paths = { '/a.js': '/visit.js', '/a': '/v0/visits' } as const;

const known = new WeakMap<Bindings, Map<string, string>>();

function readPaths(env: Bindings): Map<string, string> {
  const folder = env.FIRST_PARTY_PATH ?? '';
  const isValid = /^(?:\/[\w\-.~]+)+$/v.test(folder) && !/^\/(?:v0|health)(?:\/|$)/v.test(folder);
  if (folder !== '' && !isValid) {
    const error = new Error('it must be a path such as /hello, other than /v0 and /health; it is ignored');
    report('FIRST_PARTY_PATH is malformed', error, { folder });
  }
  const own = Object.entries(paths).map(([name, path]): [string, string] => [folder + name, path]);
  const found = new Map(isValid ? own : []);
  known.set(env, found);
  return found;
}

/** Requests whose path was replaced. Their origin is a website's. */
const ofWebsites = new WeakSet<Request>();

/** The request with the path of the service, if its path is one of those under FIRST_PARTY_PATH. */
export function fromFirstParty(request: Request, env: Bindings): Request {
  const paths = known.get(env) ?? readPaths(env);
  if (paths.size === 0) return request;
  const url = new URL(request.url);
  const path = paths.get(url.pathname);
  if (path === undefined) return request;
  url.pathname = path;
  const own = new Request(url, request);
  ofWebsites.add(own);
  return own;
}

/** Sets `isOfWebsite` on requests that came by FIRST_PARTY_PATH. */
export const firstParty = () =>
  createMiddleware<AppEnv>(function firstParty(c, next) {
    if (ofWebsites.has(c.req.raw)) c.set('isOfWebsite', true);
    return next();
  });
