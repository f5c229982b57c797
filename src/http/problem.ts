import type { Context, ErrorHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { errorCodes, FootfallError, longestPath } from '../lib/errors.ts';
import { excerpt } from '../lib/excerpt.ts';
import type { AppEnv } from './app-env.ts';
import type { Problem } from './problem-schema.ts';
import { statusOf } from './status.ts';

export const longestDetail = 2000;
export const longestInstance = 2000;

/** The problem document of an error, for this request. */
export function problemOf(error: FootfallError, c: Context<AppEnv>): Problem {
  return {
    type: `urn:footfall:problem:${error.code}`,
    title: errorCodes[error.code].title,
    status: statusOf(error.code),
    detail: excerpt(error.message, longestDetail),
    // A cut path must stay a URI reference, so it must not end within a percent-escape.
    instance: new URL(c.req.url).pathname.slice(0, longestInstance).replace(/%.?$/, ''),
    code: error.code,
    requestId: c.var.requestId,
    ...error.members,
  };
}

function reply(error: FootfallError, c: Context<AppEnv>): Response {
  const { kind } = errorCodes[error.code];
  if (kind === 'unauthenticated') c.header('WWW-Authenticate', 'ApiKey realm="footfall"'); // RFC 9110, 15.5.2
  if (kind === 'unavailable') c.header('Retry-After', '1');
  // A website has no such pages at its own address.
  if (!c.var.isOfWebsite)
    c.header('Link', `<${new URL(`/docs/problems/${error.code}`, c.req.url).href}>; rel="help"`);
  return c.body(JSON.stringify(problemOf(error, c)), statusOf(error.code), {
    'Content-Type': 'application/problem+json',
  });
}

/** The log line of an error. D1's messages contain names of tables and columns, but no values. */
function logLine(error: Error, c: Context<AppEnv>): string {
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return JSON.stringify({
    level: 'error',
    requestId: c.var.requestId,
    path: c.req.path,
    message: error.message,
    cause,
    stack: error.stack,
  });
}

/** Notes an error for the operators of the workspace, by the route and not by its path, which has ids. */
function note(error: Error, c: Context<AppEnv>): void {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  const place = route ? `${route.method} ${route.path}` : c.req.method;
  c.get('db')?.notes.takeError(place, error, c.get('requestId'));
}

/** Answers every thrown error with its problem. An unknown error is a 500 that does not reveal its cause. */
export const onError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof FootfallError) {
    // biome-ignore lint/suspicious/noConsole: an operator sees an outage of the database here
    if (error.code.startsWith('database_')) console.error(logLine(error, c));
    if (error.code.startsWith('database_')) note(error, c);
    return reply(error, c);
  }
  // biome-ignore lint/suspicious/noConsole: the worker's log is where an operator looks for the cause
  console.error(logLine(error, c));
  note(error, c);
  return reply(new FootfallError('internal_error', 'The cause is logged under this requestId.'), c);
};

/** Answers `method_not_allowed`, with the methods that a path takes in `Allow`. Undefined if it takes none. */
export function methodNotAllowed(c: Context<AppEnv>, methods: string[]): Response | undefined {
  if (methods.length === 0) return undefined;
  const list = methods.join(', ');
  c.header('Allow', list);
  // OPTIONS asks which methods a path takes (RFC 9110, 9.3.7).
  if (c.req.method === 'OPTIONS') return c.body(null, 204);
  return reply(new FootfallError('method_not_allowed', `${excerpt(c.req.path)} takes ${list}.`), c);
}

/** Answers `route_not_found`. If the path without slashes at its end is a route, the answer names that path. */
export function notFound(c: Context<AppEnv>, isRoute: (path: string) => boolean): Response {
  const path = c.req.path.slice(0, longestPath);
  const bare = path.replace(/\/+$/, '');
  const hint = bare !== path && isRoute(bare) ? `did you mean ${bare}?` : 'see /openapi.json.';
  return reply(new FootfallError('route_not_found', `There is no ${excerpt(c.req.path)} here; ${hint}`), c);
}
