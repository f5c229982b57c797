import { Problem } from '../../../src/http/problem-schema.ts';
import { statusOf } from '../../../src/http/status.ts';
import { errorCodes } from '../../../src/lib/errors.ts';
import { type Reply, type RequestOptions, send } from './client.ts';
import { HeldVisits } from './held-queue.ts';
import { ids, neededQuery, pathWith, withIds } from './route-ids.ts';
import { keys } from './route-keys.ts';
import type { Route } from './routes.ts';
import { writesNothing } from './writes-nothing.ts';

/** What `errors[].code` may be: http/problem.test.ts has a request for each. */
export const violationCodes = [
  ...([
    'required',
    'unknown_field',
    'duplicate_field',
    'invalid_type',
    'invalid_format',
    'invalid_value',
  ] as const),
  ...(['not_allowed', 'too_short', 'too_long', 'too_small', 'too_large', 'too_deep'] as const),
];
export type ViolationCode = (typeof violationCodes)[number];

/** Checks the header fields of every answer, and the members of every problem. */
export function check({ status, headers, text, body }: Reply<Problem>, path: string): void {
  expect(headers.get('x-request-id'), path).toMatch(/^[\w=-]{1,255}$/);
  expect(headers.get('server-timing'), path).toMatch(/^d1;dur=\d+;desc="trips=\d+ read=\d+ written=\d+"$/);
  expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  expect(headers.has('www-authenticate'), path).toBe(status === 401);
  expect(headers.has('link'), path).toBe(status >= 400);
  if (status < 400 || text === '') return;
  expect(headers.get('content-type'), path).toBe('application/problem+json');
  expect(Problem.parse(body), path).toEqual(body);
  expect(body, path).toMatchObject({
    type: `urn:footfall:problem:${body.code}`,
    title: errorCodes[body.code].title,
    status,
    requestId: headers.get('x-request-id'),
  });
  expect(statusOf(body.code), path).toBe(status);
  const page = `https://footfall.test/docs/problems/${body.code}`;
  expect(headers.get('link'), path).toBe(`<${page}>; rel="help"`);
  expect(body.detail, path).not.toBe('');
  expect(body.errors !== undefined, path).toBe(['validation_failed', 'fields_mismatch'].includes(body.code));
  for (const { code } of body.errors ?? []) expect(violationCodes, path).toContain(code);
  expect(text, path).not.toMatch(/D1_|SQLITE|\bselect\b.+\bfrom\b|\binsert into\b|\.[jt]s:\d/i);
}

export interface Sent extends RequestOptions {
  path?: string;
  query?: string;
  method?: string;
  body?: unknown;
}

/** Accepted visits wait here. If they were merged meanwhile, they would seem to be written by a refused request. */
const visits = new HeldVisits();

/** Sends a valid request to the route, with the changes of the case. */
export async function sendTo(route: Route, sent: Sent): Promise<Reply<Problem>> {
  const { path = pathWith(route.path, ids), method = route.method, body, ...options } = sent;
  const query = sent.query ?? neededQuery(route, ids);
  const takesBody = options.rawBody === undefined && ['POST', 'PATCH', 'PUT'].includes(method);
  const key = keys.get(route.name) ?? '';
  const example = takesBody ? withIds(route.operation.example, ids) : undefined;
  const url = query === undefined ? path : `${path}?${query}`;
  const sends =
    body === undefined && example !== undefined
      ? { rawBody: example, ...(route.operation.takesLines && { contentType: 'application/x-ndjson' }) }
      : {};
  const held = route.path === '/v0/visits' ? { bindings: visits.bindings() } : {};
  const reply = await send<Problem>(method, url, body, { key, ...held, ...sends, ...options });
  check(reply, `${method} ${url.slice(0, 200)}`);
  return reply;
}

export const answerOf = ({ status, body }: Reply<Problem>) =>
  status < 400 ? `${status}` : `${status} ${body.code}`;

/** Sends every case at once. */
export async function replies(
  route: Route,
  cases: Record<string, Sent>,
): Promise<Record<string, Reply<Problem>>> {
  const got = Object.entries(cases).map(async ([name, sent]) => [name, await sendTo(route, sent)] as const);
  return Object.fromEntries(await Promise.all(got));
}

export const answersOf = (got: Record<string, Reply<Problem>>) =>
  Object.fromEntries(Object.entries(got).map(([name, reply]) => [name, answerOf(reply)]));

export const all = (cases: Record<string, Sent>, answer: string) =>
  Object.fromEntries(Object.keys(cases).map((name) => [name, answer]));

/**
 * Checks that every case is refused with this answer, which is documented, and writes nothing. Returns the problems.
 */
export async function expectRefusals(
  route: Route,
  cases: Record<string, Sent>,
  answer: string,
): Promise<Problem[]> {
  const got = await writesNothing(() => replies(route, cases));
  expect(answersOf(got)).toEqual(all(cases, answer));
  expect(route.documented).toContain(answer);
  return Object.values(got).map(({ body }) => body);
}
