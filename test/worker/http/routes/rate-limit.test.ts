import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { app } from '../../../../src/app.ts';
import { Problem } from '../../../../src/http/problem.ts';
import { createApiKey } from '../../../../src/lib/api-key.ts';
import { mintKey } from '../../support/client.ts';
import { check, ids, pathWith, prepareRoutes } from '../../support/route-requests.ts';
import { keyedRoutes, routes } from '../../support/routes.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareRoutes();

describe('the rate limit of a key', () => {
  const policy = '"api-key";q=5;w=60';
  const tight = { ...env, RATE_LIMITER: env.TIGHT_RATE_LIMITER, RATE_LIMIT_POLICY: policy };

  async function hit(key: string, method = 'GET', path = '/v0/accounts', headers = {}): Promise<Response> {
    const request = new Request(`https://footfall.test${path}`, {
      method,
      headers: { 'x-api-key': key, ...headers },
    });
    return app.fetch(request, tight, createExecutionContext());
  }

  test('answers 429 with Retry-After, RateLimit and RateLimit-Policy when it is exceeded, and writes nothing', async () => {
    const key = await mintKey(['read', 'write']);
    const statuses: number[] = [];
    const last = await writesNothing(async () => {
      let reply = await hit(key);
      // The window may end in between, so up to ten may pass.
      for (; reply.status !== 429 && statuses.length < 11; reply = await hit(key))
        statuses.push(reply.status);
      return reply;
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThanOrEqual(5);
    expect(statuses.length).toBeLessThanOrEqual(10);

    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toBe('60');
    expect(last.headers.get('ratelimit')).toBe('"api-key";r=0;t=60');
    expect(last.headers.get('ratelimit-policy')).toBe(policy);
    const text = await last.text();
    const reply = {
      status: 429,
      headers: last.headers,
      text,
      body: Problem.parse(JSON.parse(text)),
      cost: { trips: 0, read: 0, written: 0 },
    };
    check(reply, 'rate limited');
    expect(reply.body.code).toBe('rate_limited');
    expect(last.headers.get('server-timing')).toContain('trips=0');

    for (const { method, path } of keyedRoutes.filter(({ path }) => path !== '/v0/visits')) {
      expect((await hit(key, method, pathWith(path, ids))).status, `${method} ${path}`).toBe(429);
    }
    expect((await hit(await mintKey(['read']))).status).toBe(200);
  });

  test('is stated in every answer to a well-formed key, and counts unknown ones', async () => {
    const unknown = createApiKey('main');
    const first = await hit(unknown);
    expect(first.status).toBe(401);
    expect(first.headers.get('ratelimit-policy')).toBe(policy);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await hit(unknown)).status);
    expect(statuses).toContain(429);
  });

  test('of visits is that of the visitor, not of the key that all visitors share', async () => {
    const key = await mintKey(['collect']);
    const from = async (address: string, of = key) =>
      (await hit(of, 'POST', '/v0/visits', { 'cf-connecting-ip': address })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push(await from('192.0.2.1'));
    expect(statuses[0]).toBe(400);
    expect(statuses).toContain(429);
    expect(await from('192.0.2.1', await mintKey(['collect']))).toBe(429);
    expect(await from('192.0.2.2')).toBe(400);
    expect((await hit(key, 'GET', '/v0/accounts', { 'cf-connecting-ip': '192.0.2.1' })).status).toBe(403);
  });

  test('is documented for every route', () => {
    for (const { name, documented } of routes) expect(documented, name).toContain('429 rate_limited');
  });
});
