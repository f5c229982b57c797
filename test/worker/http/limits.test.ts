import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { forget } from '../../../src/access/api-keys/cache.ts';
import type { ApiKey, ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { insertKey } from '../../../src/access/api-keys/store/create.ts';
import { newKeyRow, revokeKey } from '../../../src/access/api-keys/store/internal.ts';
import { app } from '../../../src/app.ts';
import { createApiKey, hashApiKey } from '../../../src/lib/api-key.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { collectKey, mintKey, openTestDatabase, type Problem, send } from '../support/client.ts';
import { HeldVisits } from '../support/held-queue.ts';
import { prepareRoutes } from '../support/route-keys.ts';
import { check, sendTo } from '../support/route-requests.ts';
import { keyedRoutes, routes } from '../support/routes.ts';
import { setClock } from '../support/times.ts';
import { writesNothing } from '../support/writes-nothing.ts';

prepareRoutes();

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const hour = 3_600_000;
const standard = '"api-key";q=3000;w=10';
const tight = '"api-key-tight";q=5;w=60';

/** A key with a tier of limits, as `npm run key -- create --limit` creates it. */
async function keyOfTier(tier: string, expiresAt?: string) {
  const key = createApiKey('main');
  const input = { name: tier, scopes: ['read' as const], ...(expiresAt ? { expiresAt } : {}) };
  const row = newKeyRow(key, input, Date.now(), tier);
  await openTestDatabase().batch([insertKey(row)]);
  return { key, apiKeyId: row.apiKeyId };
}

const list = (key: string, options: object = {}) =>
  send<Problem>('GET', '/v0/accounts', undefined, { key, ...options });
const policyOf = async (key: string) => (await list(key)).headers.get('ratelimit-policy');

/** Runs a check again if it failed while a window ended: all windows of the bindings end with the minute. */
const withinOneWindow = (run: () => Promise<void>) => async () => {
  const minute = () => Math.floor(Date.now() / 60_000);
  const began = minute();
  try {
    await run();
  } catch (error) {
    if (minute() === began) throw error;
    await run();
  }
};

/** Sends requests until one is refused. */
async function untilRefused(request: () => ReturnType<typeof list>) {
  const statuses: number[] = [];
  let last = await request();
  for (; last.status !== 429 && statuses.length < 11; last = await request()) statuses.push(last.status);
  expect(statuses.length).toBe(5);
  return { last, statuses };
}

describe('a key with a tier', () => {
  test(
    'has the limit of the tier, which its answers state',
    withinOneWindow(async () => {
      const { key } = await keyOfTier('tight');
      const { last, statuses } = await untilRefused(() => list(key));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(last.body.code).toBe('rate_limited');
      expect(last.cost).toEqual({ trips: 0, read: 0, written: 0 });
      expect(last.headers.get('ratelimit')).toBe('"api-key-tight";r=0;t=60');
      expect(last.headers.get('ratelimit-policy')).toBe(tight);
      expect(last.headers.get('retry-after')).toBe('60');
      // As in another isolate: the binding counts requests, whatever an isolate remembers.
      forget(hashApiKey(key));
      expect((await list(key)).status).toBe(429);

      const { status, headers } = await list((await keyOfTier('tight')).key);
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, tight]);
      expect(await policyOf(await mintKey(['read']))).toBe(standard);
    }),
  );

  test('is replaced by a key with the same tier; bodies do not show it', async () => {
    const { apiKeyId } = await keyOfTier('tight');
    const { body } = await send<ApiKeyCreated>('POST', `/v0/api_keys/${apiKeyId}/rotate`);
    expect(await policyOf(body.key)).toBe(tight);
    const members = ['apiKeyId', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'];
    expect(Object.keys(body)).toEqual([...members, 'key']);
    const keys = await send<List<ApiKey>>('GET', '/v0/api_keys?limit=1');
    expect(Object.keys(keys.body.items[0] ?? {})).toEqual(members);
  });

  test('that is revoked or expired gets the answer for an unknown key', async () => {
    const { key: revoked, apiKeyId } = await keyOfTier('tight');
    await revokeKey(openTestDatabase(), apiKeyId);
    const { key: expired } = await keyOfTier('tight', new Date(Date.now() - 1000).toISOString());
    for (const key of [revoked, expired, createApiKey('main')]) {
      const { status, headers } = await list(key);
      expect([status, headers.get('ratelimit-policy')]).toEqual([401, standard]);
    }
  });

  const gone: [what: string, tier: string, line: string, bindings: object][] = [
    ['has no binding', 'gone', 'RATE_LIMITER_GONE', {}],
    ['has no policy', 'bare', 'RATE_LIMIT_POLICY_BARE', { RATE_LIMITER_BARE: env.RATE_LIMITER_TIGHT }],
    [
      'has a malformed policy',
      'odd',
      'RATE_LIMIT_POLICY_ODD',
      { RATE_LIMITER_ODD: env.RATE_LIMITER_TIGHT, RATE_LIMIT_POLICY_ODD: 'q=5' },
    ],
    ['is not a name at all', "x' --", 'RATE_LIMITER_X', {}],
  ];
  test.each(gone)('that %s has the default limit, and one line of the log says so', async (...row) => {
    const [, tier, line, bindings] = row;
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { key } = await keyOfTier(tier);
    const deployment = { ...env, ...bindings };
    for (let i = 0; i < 8; i++) {
      const request = new Request('https://footfall.test/v0/accounts', { headers: { 'x-api-key': key } });
      const { status, headers } = await app.fetch(request, deployment, createExecutionContext());
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, standard]);
    }
    expect(lines).toHaveBeenCalledTimes(1);
    expect(String(lines.mock.calls[0]?.[0])).toContain(line);
  });
});

describe('a flood', () => {
  const bindings = { RATE_LIMITER: env.TIGHT_RATE_LIMITER, RATE_LIMIT_POLICY: '"api-key";q=5;w=60' };
  const from = (address: string) => ({ bindings, headers: { 'cf-connecting-ip': address } });

  test(
    'of one key is refused on every route, and writes nothing; another key passes',
    withinOneWindow(async () => {
      const key = await mintKey(['read', 'write']);
      const { last } = await writesNothing(() => untilRefused(() => list(key, { bindings })));
      check(last, 'rate limited');
      for (const route of keyedRoutes.filter(({ path }) => path !== '/v0/visits'))
        expect((await sendTo(route, { key, bindings })).status, route.name).toBe(429);
      expect((await list(await mintKey(['read']), { bindings })).status).toBe(200);
      for (const { name, documented } of routes) expect(documented, name).toContain('429 rate_limited');
    }),
  );

  test(
    'of visits counts against the visitor, not against the key that all visitors share',
    withinOneWindow(async () => {
      const key = await mintKey(['collect']);
      const visit = async (address: string, of = key) => {
        const { status, headers } = await send('POST', '/v0/visits', {}, { key: of, ...from(address) });
        expect(headers.get('ratelimit-policy')).toMatch(/^"visitor";/);
        return status;
      };
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++) statuses.push(await visit('192.0.2.1'));
      expect(statuses[0]).toBe(400);
      expect(statuses).toContain(429);
      expect(await visit('192.0.2.1', await mintKey(['collect']))).toBe(429);
      expect(await visit('192.0.2.2')).toBe(400);
      expect((await list(key, from('192.0.2.1'))).status).toBe(403);
    }),
  );

  test(
    'of made-up keys is refused without a query; a known key and another address pass',
    withinOneWindow(async () => {
      const known = await mintKey(['read']);
      expect((await list(known)).status).toBe(200);
      const { last, statuses } = await untilRefused(() => list(createApiKey('main'), from('192.0.2.10')));
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(last.cost.trips).toBe(0);
      expect(last.headers.get('ratelimit')).toBe('"address";r=0;t=60');
      expect((await list(known, from('192.0.2.10'))).status).toBe(200);
      expect((await list(createApiKey('main'), from('192.0.2.11'))).status).toBe(401);
    }),
  );

  test(
    'of one revoked key from many addresses is refused without a query',
    withinOneWindow(async () => {
      const { key, apiKeyId } = await keyOfTier('tight');
      await revokeKey(openTestDatabase(), apiKeyId);
      let address = 0;
      const { last, statuses } = await untilRefused(() => list(key, from(`198.51.100.${address++}`)));
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(last.cost.trips).toBe(0);
      expect(last.headers.get('ratelimit')).toBe('"api-key";r=0;t=60');
    }),
  );

  test('of a key that expires while it is remembered counts against the address', async () => {
    const end = Date.now() + hour;
    const { key } = await keyOfTier('tight', new Date(end).toISOString());
    setClock(end - 1);
    expect((await list(key)).status).toBe(200);
    vi.setSystemTime(end);
    const limit = vi.fn(({ key }: RateLimitOptions) =>
      Promise.resolve({ success: key !== 'address:192.0.2.12' }),
    );
    const { status, cost } = await list(key, {
      ...from('192.0.2.12'),
      bindings: { RATE_LIMITER: { limit } },
    });
    expect([status, cost.trips]).toEqual([429, 0]);
  });
});

test.each([
  ['RATE_LIMIT_POLICY', standard],
  ['FORM_RATE_LIMIT_POLICY', '"form";q=60;w=600'],
])('a malformed %s is logged, and the default is stated', async (variable, usual) => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { headers } = await list(await mintKey(['read']), { bindings: { [variable]: '3000 in 10 s' } });
  expect(headers.get('ratelimit-policy')).toBe(standard);
  expect(lines).toHaveBeenCalledTimes(1);
  const line = String(lines.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({ what: `${variable} is malformed` });
  expect(JSON.parse(line).message).toContain(usual);
});

const message = 'database or disk is full: SQLITE_FULL';
const limiters: [how: string, limiter: RateLimit][] = [
  ['rejects', { limit: () => Promise.reject(new Error(message)) }],
  [
    'throws',
    {
      limit: () => {
        throw new Error(message);
      },
    },
  ],
  ['rejects with what is no error', { limit: () => Promise.reject(undefined) }],
];

/** The lines that the worker logs as errors. */
const logged = () => vi.spyOn(console, 'error').mockImplementation(() => {});
describe.each(limiters)('a rate limiter that %s', (_how, limiter) => {
  const bindings = { RATE_LIMITER: limiter };
  const visit = {
    analyticsSessionId: 'rate-limiter-0123456789',
    pageId: 'page_x',
    elapsedMs: 1,
    activeMs: 1,
    engagedMs: 1,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
  };
  const address = { 'cf-connecting-ip': '192.0.2.77' };
  const cases: [what: string, status: number, work: () => Promise<{ status: number }>][] = [
    ['/health', 200, () => send('GET', '/health', undefined, { key: null, bindings, headers: address })],
    [
      'a key that is looked up',
      200,
      async () =>
        send('GET', '/v0/accounts', undefined, { key: await mintKey(['read']), bindings, headers: address }),
    ],
    [
      'an unknown key',
      401,
      () => send('GET', '/v0/accounts', undefined, { key: createApiKey('main'), bindings, headers: address }),
    ],
    [
      'a visit',
      202,
      async () =>
        send('POST', '/v0/visits', visit, {
          key: await collectKey(),
          bindings: { ...new HeldVisits().bindings(), ...bindings },
          headers: { ...address, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0' },
        }),
    ],
  ];

  test.each(cases)('lets %s pass and logs one line without key and address', async (_what, status, work) => {
    const lines = logged();
    expect((await work()).status).toBe(status);
    expect(lines).toHaveBeenCalledTimes(1);
    const line = String(lines.mock.calls[0]?.[0]);
    expect(JSON.parse(line)).toMatchObject({ level: 'error', what: 'the rate limiter does not answer' });
    expect(line).not.toContain('192.0.2.77');
  });
});
