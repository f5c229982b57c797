import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Meter } from '../../db/client.ts';
import type { AppEnv } from '../app-env.ts';
import { conditionViolations } from '../etag.ts';
import { collect } from '../validate.ts';

export const bookmarkHeader = 'x-d1-bookmark';

/** Lets nobody keep the answer. */
export const noStore = () =>
  createMiddleware<AppEnv>(function noStore(c, next) {
    c.header('Cache-Control', 'no-store');
    return next();
  });

/** Collects the violations in `If-Match` or `If-None-Match`, on every route. */
export const conditions = () =>
  createMiddleware<AppEnv>(function conditions(c, next) {
    collect(c, conditionViolations(c));
    return next();
  });

type Fields = Record<string, string>;

/** What protects every answer in browsers: no page of another website embeds it, and none is guessed to be a script. */
const secure: Fields = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** Adds the cost of a request in D1, and the state of the database that it has read. */
function addCost(to: Fields, c: Context<AppEnv>, status: number): void {
  // The cost of a 401 would reveal whether a workspace exists, and whether a key was known before.
  const meter = status === 401 ? new Meter() : c.get('meter');
  to['server-timing'] = meter.toServerTiming();
  const reached = c.get('db')?.bookmark();
  if (reached) to[bookmarkHeader] = reached;
}

/**
 * Gives every answer the same security fields, its request id, its cost in `Server-Timing` and its bookmark, and sets
 * `requestId` and `meter`. All fields are in one object until the answer is made: Hono would make `Headers` of them, and
 * set those of middleware in the answer, which takes three times as long.
 */
export const headerFields = () =>
  createMiddleware<AppEnv>(async function headerFields(c, next) {
    const sent = c.req.header('x-request-id');
    const requestId = sent && /^[\w\-=]{1,255}$/.test(sent) ? sent : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('meter', new Meter());

    const fields: Fields = { ...secure, 'x-request-id': requestId };
    const setLate = c.header;
    c.header = (name, value, options) => {
      if (c.finalized) return setLate(name, value, options);
      const key = name.toLowerCase();
      if (value === undefined) delete fields[key];
      else fields[key] = options?.append && fields[key] ? `${fields[key]}, ${value}` : value;
    };
    let made: Response | undefined;
    let trips = 0;
    const make = (body: BodyInit | null, status = 200, more: Fields = {}) => {
      trips = c.get('meter').trips;
      const headers = { ...fields };
      addCost(headers, c, status);
      for (const name in more) headers[name.toLowerCase()] = more[name] as string;
      made = new Response(body, { status, headers });
      return made;
    };
    c.newResponse = c.body = make as typeof c.body;
    c.json = ((value: unknown, status?: number, more?: object) =>
      make(JSON.stringify(value), status, { 'content-type': 'application/json', ...more })) as typeof c.json;

    await next();
    const { res } = c;
    const late: Fields = res === made ? {} : { ...secure, 'x-request-id': requestId };
    if (res !== made || c.get('meter').trips > trips) addCost(late, c, res.status);
    for (const name in late) res.headers.set(name, late[name] as string);
    const notes = c.get('db')?.notes;
    if (notes?.isDue(Date.now())) c.executionCtx.waitUntil(notes.write(Date.now()));
  });
