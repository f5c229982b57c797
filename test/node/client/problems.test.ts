import { expect, test } from 'vitest';
import { createPage, FootfallProblem, getPage, getTracker, isProblem, searchPersons } from '#footfall/client';
import { type Answer, clientOf, json, lost, problem } from './answers.ts';

const path = { page_id: 'page_1' };
/** The problem of a request that gets this answer. */
async function problemOf(answer: Answer): Promise<FootfallProblem> {
  const { client } = clientOf([answer], { retries: 0 });
  const error = await getPage({ client, path }).catch((reason: unknown) => reason);
  if (!(error instanceof FootfallProblem)) throw new Error('This is not a problem', { cause: error });
  return error;
}

/** A success that says that it is JSON. */
const jsonText = (text: string, headers = {}) =>
  new Response(text, { headers: { 'content-type': 'application/json', ...headers } });

test('a problem of the API has its code, status, words, violations, request and members', async () => {
  const errors = [{ in: 'query', path: 'limit', code: 'too_large', message: 'at most 100' }];
  const headers = { 'x-request-id': 'request-1' };
  const error = await problemOf(problem(400, 'validation_failed', { headers, errors, extra: 1 }));
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'FootfallProblem',
    message: 'It is validation_failed.',
    code: 'validation_failed',
    status: 400,
    errors,
    requestId: 'request-1',
    document: { extra: 1 },
  });
  expect((await problemOf(problem(404, 'page_not_found'))).errors).toEqual([]);
});

test.each([
  ['7', 7],
  ['0', 0],
  ['1.5', 1.5],
  ['Sun, 22 Nov 2026 10:00:07 GMT', 7],
  ['Sun, 22 Nov 2026 09:59:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['', undefined],
])('Retry-After: %s says after how many seconds to come back', async (text, seconds) => {
  // The clock of this machine does not matter.
  const headers = { 'retry-after': text, date: 'Sun, 22 Nov 2026 10:00:00 GMT' };
  expect((await problemOf(problem(429, 'rate_limited', { headers }))).retryAfter).toBe(seconds);
});

test('a date in Retry-After is compared with the clock when the answer has no Date', async () => {
  const headers = { 'retry-after': new Date(Date.now() + 30_000).toUTCString() };
  const { retryAfter } = await problemOf(problem(503, 'database_unavailable', { headers }));
  expect(retryAfter).toBeGreaterThan(20);
  expect(retryAfter).toBeLessThanOrEqual(30);
});

test('a lost connection is a problem without a status, and keeps its cause', async () => {
  const cause = lost();
  expect(await problemOf(cause)).toMatchObject({
    code: 'network_failed',
    status: 0,
    message: 'GET /v0/pages/page_1 got no answer',
    cause,
  });
});

test('an answer that ends early is a lost connection', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"pageId":'));
      controller.error(new TypeError('terminated'));
    },
  });
  const headers = { 'content-type': 'application/json' };
  expect((await problemOf(new Response(body, { headers }))).code).toBe('network_failed');
});

test.each([
  ['the page of a proxy', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 502],
  ['JSON that is not a problem', Response.json({ error: 'no' }, { status: 500 }), 500],
  ['JSON null', Response.json(null, { status: 500 }), 500],
  [
    'a website in place of the API',
    new Response('<h1>Hi</h1>', { headers: { 'content-type': 'text/html' } }),
    200,
  ],
  ['a website that says it is JSON', jsonText('<h1>Hi</h1>'), 200],
  ['JSON that is cut off', jsonText('{"pageId":"page_1"'), 200],
  ['an empty body', jsonText(''), 200],
  ['no body at all', new Response(null, { headers: { 'content-type': 'application/json' } }), 200],
  ['an empty body of known length', jsonText('', { 'content-length': '0' }), 200],
  ['JSON null in place of an object', jsonText('null'), 200],
  ['a text in place of an object', jsonText('"ok"'), 200],
  ['a success without a body', new Response(null, { status: 204 }), 204],
])('%s is an unexpected answer', async (_, answer, status) => {
  expect(await problemOf(answer)).toMatchObject({ code: 'unexpected_answer', status });
});

test('an empty script is an unexpected answer, and the tracker is none', async () => {
  const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
  const { client } = clientOf([script('let a'), script('')], { retries: 0 });
  await expect(getTracker({ client })).resolves.toBeDefined();
  await expect(getTracker({ client })).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
});

test('a 304 is the problem not_modified', async () => {
  expect(await problemOf(new Response(null, { status: 304 }))).toMatchObject({
    code: 'not_modified',
    status: 304,
  });
});

test('the text of a search is not in the message', async () => {
  const { client } = clientOf([lost()], { retries: 0 });
  const search = searchPersons({ client, query: { query: 'grace@hopper.example' } });
  await expect(search).rejects.toThrow(/^GET \/v0\/persons\/search got no answer$/);
});

test('an aborted signal throws its own reason', async () => {
  const { client } = clientOf([json({})]);
  const reason = new Error('The user left');
  await expect(getPage({ client, path, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('isProblem recognises a problem by its codes', async () => {
  const { client } = clientOf([problem(409, 'page_conflict', { conflictingId: 'page_9' })]);
  const body = { title: 'Pricing', url: 'https://hopper.example' };
  const error = await createPage({ client, body }).catch((reason: unknown) => reason);
  expect(isProblem(error)).toBe(true);
  expect(isProblem(error, 'page_not_found', 'page_conflict')).toBe(true);
  expect(isProblem(error, 'page_not_found')).toBe(false);
  expect(isProblem(new Error('page_conflict'), 'page_conflict')).toBe(false);
  expect(isProblem(error) && error.document?.conflictingId).toBe('page_9');
});

test('throwOnError: false returns the problem', async () => {
  const { client } = clientOf([problem(404, 'page_not_found')]);
  const { data, error } = await getPage({ client, path, throwOnError: false });
  expect(data).toBeUndefined();
  expect(error?.code).toBe('page_not_found');
});
