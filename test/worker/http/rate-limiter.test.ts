import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { collectKey, mintKey, send } from '../support/client.ts';
import { HeldVisits } from '../support/held-queue.ts';

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
afterEach(() => vi.restoreAllMocks());

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
