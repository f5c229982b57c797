import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  collectVisit,
  createAccountLog,
  createPage,
  createPersonLog,
  createPersonLogs,
  deletePageLink,
  type Footfall,
  getPage,
  publishAudienceVersion,
  signIn,
  testWebhook,
  updatePage,
} from '#footfall/client';
import { type Answer, type Arrived, clientOf, json, lost, problem } from './answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const path = { page_id: 'page_1' };
const log = { source: 'crm', payload: {} };
const limited = (seconds?: string) =>
  problem(429, 'rate_limited', { headers: seconds === undefined ? {} : { 'retry-after': seconds } });
const overloaded = (seconds = '1') =>
  problem(503, 'database_unavailable', { headers: { 'retry-after': seconds } });

/** What a call ends with, and the requests that it sent, when all timers may run. */
async function outcome(
  answers: Answer[],
  call: (client: Footfall) => Promise<unknown>,
  options = {},
): Promise<{ ended: unknown; arrived: Arrived[]; waited: number }> {
  const { client, arrived } = clientOf(answers, options);
  const begin = Date.now();
  const ended = call(client).then(
    () => 'success',
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );
  await vi.runAllTimersAsync();
  return { ended: await ended, arrived, waited: Date.now() - begin };
}

const get = (client: Footfall) => getPage({ client, path });
const patch = (client: Footfall) => updatePage({ client, path, body: { title: 'x' } });
const patchIfMatch = (client: Footfall) =>
  updatePage({ client, path, headers: { 'If-Match': '"1"' }, body: { title: 'x' } });
const remove = (client: Footfall) => deletePageLink({ client, path: { page_link_id: 'link_1' } });
const create = (client: Footfall) =>
  createPage({ client, body: { title: 'x', url: 'https://hopper.example' } });
const write = (client: Footfall) => createPersonLog({ client, body: log });

/** The page of a proxy. */
const gateway = (status: number, headers = {}) =>
  new Response('<h1>Sorry</h1>', { status, headers: { 'content-type': 'text/html', ...headers } });

describe.each<[string, () => Answer]>([
  ['a lost connection', lost],
  ['a 503', overloaded],
  ['a 503 without Retry-After', () => problem(503, 'database_unavailable')],
  ['a 502 of a proxy', () => gateway(502)],
  ['a 503 of a proxy', () => gateway(503, { 'retry-after': '2' })],
  ['a 504 of a proxy', () => gateway(504)],
])('after %s', (_, failure) => {
  test.each([
    ['GET', get],
    ['PATCH', patch],
    ['DELETE', remove],
    ['a POST with an idempotency key', write],
  ])('%s is sent again, the same', async (_name, call) => {
    const { ended, arrived } = await outcome([failure(), failure(), json({})], call);
    expect(ended).toBe('success');
    const [first, ...others] = arrived.map(({ method, url, body }) => ({ method, url, body }));
    expect(others).toEqual([first, first]);
  });

  test('a POST without a key of its own is sent again with one Idempotency-Key', async () => {
    const { ended, arrived } = await outcome([failure(), failure(), json({})], create);
    expect(ended).toBe('success');
    const keys = arrived.map(({ request }) => request.headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([3, 1, 32]);
  });

  test('a POST that would be another one is not', async () => {
    for (const call of [
      (client: Footfall) => testWebhook({ client, path: { webhook_id: 'w' } }),
      (client: Footfall) => signIn({ client, body: { code: 'x' } }),
    ]) {
      const { ended, arrived } = await outcome([failure(), json({})], call);
      expect(ended).not.toBe('success');
      expect(arrived).toHaveLength(1);
    }
  });

  test('a change with If-Match is not: it could meet itself', async () => {
    const { ended, arrived } = await outcome([failure(), problem(412, 'precondition_failed')], patchIfMatch);
    expect(ended).not.toBe('precondition_failed');
    expect(arrived).toHaveLength(1);
  });

  test('a request is sent four times at most, and only once with retries: 0', async () => {
    const failures = () => Array.from({ length: 9 }, () => failure());
    expect((await outcome(failures(), get)).arrived).toHaveLength(4);
    expect((await outcome(failures(), get, { retries: 0 })).arrived).toHaveLength(1);
    expect((await outcome(failures(), get, { retries: 1 })).arrived).toHaveLength(2);
  });
});

test.each([
  [0, 125 + 250 + 500],
  [1, 250 + 500 + 1000],
])('the pauses after lost connections double; a random part (%i) tells clients apart', async (part, sum) => {
  vi.spyOn(Math, 'random').mockReturnValue(part);
  expect((await outcome([lost(), lost(), lost(), json({})], get)).waited).toBe(sum);
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

test.each([
  ['seconds', () => ['7', '2'], 9],
  ['fractions of seconds', () => ['1.5', '0.25'], 1.75],
  // A date has no fractions.
  ['dates', () => [inSeconds(7), inSeconds(9)], 8],
])('a pause is never shorter than Retry-After: %s', async (_, texts, seconds) => {
  const [first = '', second = ''] = texts();
  const { ended, waited } = await outcome([limited(first), overloaded(second), json({})], get);
  expect(ended).toBe('success');
  expect(waited).toBeGreaterThanOrEqual(seconds * 1000);
  expect(waited).toBeLessThan((seconds + 1.5) * 1000);
});

test.each([
  [0, 500 + 1000 + 2000],
  [1, 1000 + 2000 + 4000],
])('without Retry-After the pauses begin at a second and double; a random part (%i)', async (part, sum) => {
  vi.spyOn(Math, 'random').mockReturnValue(part);
  const answers = [limited(), gateway(502), limited('soon'), json({})];
  expect(await outcome(answers, get)).toMatchObject({ ended: 'success', waited: sum });
});

test('no pause without Retry-After is longer than a minute', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const answers = Array.from({ length: 9 }, () => gateway(502));
  const { waited } = await outcome([...answers, json({})], get, { retries: 9 });
  expect(waited).toBe((1 + 2 + 4 + 8 + 16 + 32 + 60 * 3) * 1000);
});

test('every request may follow a 429, because nothing has been done', async () => {
  for (const call of [create, patchIfMatch])
    for (const seconds of ['1', undefined])
      expect(await outcome([limited(seconds), json({})], call)).toMatchObject({ ended: 'success' });
});

test.each([
  ['a Retry-After of more than a minute', limited('61')],
  ['a Retry-After of tomorrow', limited(new Date(Date.now() + 86_400_000).toUTCString())],
  ['a 500', problem(500, 'internal_error', { headers: { 'retry-after': '1' } })],
  ['a 404', problem(404, 'page_not_found')],
  ['a 500 of a proxy', new Response('<h1>Sorry</h1>', { status: 500 })],
  ['a success that is broken', new Response('{', { headers: { 'content-type': 'application/json' } })],
])('%s is not followed by another request', async (_, answer) => {
  const { ended, arrived } = await outcome([answer, json({})], get);
  expect(ended).not.toBe('success');
  expect(arrived).toHaveLength(1);
});

describe('a signal', () => {
  test('ends a pause, and nothing more is sent', async () => {
    const { client, arrived } = clientOf([limited('30'), json({})]);
    const controller = new AbortController();
    const ended = expect(getPage({ client, path, signal: controller.signal })).rejects.toThrow('left');
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort(new Error('left'));
    await ended;
    await vi.runAllTimersAsync();
    expect(arrived).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is aborted during a request is no lost connection', async () => {
    const controller = new AbortController();
    const { client, arrived } = clientOf([], {
      fetch: async () => {
        controller.abort(new Error('left'));
        throw lost();
      },
    });
    await expect(getPage({ client, path, signal: controller.signal })).rejects.toThrow('left');
    expect(arrived).toHaveLength(0);
  });
});

describe('an idempotency key', () => {
  const bodies = (arrived: Arrived[]) =>
    arrived.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  test('is made once for each call, and is the same in all its requests', async () => {
    const { client, arrived } = clientOf([json({}), json({}), json({})]);
    for (let index = 0; index < 3; index++) await createPersonLog({ client, body: log });
    const keys = bodies(arrived).map(({ idempotencyKey }) => idempotencyKey);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(3);
  });

  test('that the caller gives stays, and the caller’s object is not changed', async () => {
    const given = Object.freeze({ ...log, idempotencyKey: 'form-7f3a' });
    const { arrived } = await outcome([lost(), json({})], (client) =>
      createAccountLog({
        client,
        body: Object.freeze({ ...given, accountId: 'account_1' }),
      } as never),
    );
    expect(bodies(arrived).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['form-7f3a', 'form-7f3a']);
  });

  test('is made for each write of a batch that has none', async () => {
    const writes = [log, { ...log, idempotencyKey: 'given' }, log];
    const { arrived } = await outcome([lost(), json({})], (client) =>
      createPersonLogs({ client, body: { writes } }),
    );
    const [first, second] = bodies(arrived) as { writes: { idempotencyKey: string }[] }[];
    expect(second).toEqual(first);
    expect(new Set(first?.writes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    expect(first?.writes[1]?.idempotencyKey).toBe('given');
  });

  test('of a publish is its operation key', async () => {
    const version = { ...path, audience_id: 'audience_1', version_id: 'version_1' };
    for (const body of [{}, undefined])
      expect(
        (
          await outcome([lost(), json({})], (client) =>
            publishAudienceVersion({ client, path: version, ...(body && { body }) }),
          )
        ).arrived.map(({ body: text }) => text),
      ).toEqual(Array(2).fill(expect.stringMatching(/^\{"operationKey":"[0-9a-f]{32}"\}$/)));
  });

  test('is not made where the contract has no field for it, nor with retries: 0', async () => {
    const visit = { pageId: 'page_1' };
    const { arrived } = await outcome([json({})], (client) => collectVisit({ client, body: visit as never }));
    expect(bodies(arrived)).toEqual([visit]);
    expect(bodies((await outcome([json({})], write, { retries: 0 })).arrived)).toEqual([log]);
  });
});
