import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import tracker from '../../../../public/visit.js?raw';
import worker from '../../../../src/index.ts';
import { silent } from '../../support/faults.ts';
import { noneFound } from '../../support/none-found.ts';
import { firefox, held, key, newId, origin, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

const ask = async (path: string, folder: string | undefined, init: RequestInit = {}) => {
  const request = new Request(`${origin}${path}`, init) as Parameters<typeof worker.fetch>[0];
  const { FIRST_PARTY_PATH: _, ...others } = env;
  const variables = folder === undefined ? {} : { FIRST_PARTY_PATH: folder };
  const bindings = { ...others, ...held.bindings(), ...variables } as typeof env;
  return worker.fetch(request, bindings, createExecutionContext());
};
const beacon = (visit: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: {
    'x-api-key': key,
    'content-type': 'application/json',
    'user-agent': firefox,
    origin,
    ...headers,
  },
  body: JSON.stringify(visit),
});

describe('under FIRST_PARTY_PATH', () => {
  test.each(['/hello', '/a/b-c_d.e~f'])('of %s there is the tracker', async (folder) => {
    const response = await ask(`${folder}/a.js`, folder);
    expect([response.status, await response.text()]).toEqual([200, tracker]);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toMatch(/max-age=3600/);
  });

  test('there is the collector, with address and country of the visitor', async () => {
    const init = beacon(
      { ...visitOf(newId()), referrer: 'news.example' },
      { 'cf-connecting-ip': '203.0.113.7' },
    );
    const response = await ask('/hello/a', '/hello', { ...init, cf: { country: 'IN' } } as RequestInit);
    expect([response.status, await response.json()]).toEqual([202, { accepted: true }]);
    expect(held.sent.at(-1)?.dimensions).toEqual({
      ...noneFound,
      referrer: 'news.example',
      country: 'IN',
      device: 'desktop',
      browser: 'Firefox',
    });
  });

  test('the rules are those of the collector', async () => {
    const other = await ask(
      '/hello/a',
      '/hello',
      beacon(visitOf(newId()), { origin: 'https://evil.example' }),
    );
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([
      403,
      'origin_not_allowed',
    ]);
    expect((await ask('/hello/a', '/hello', { headers: { 'x-api-key': key } })).status).toBe(405);
    expect((await ask('/hello/a', '/hello', beacon({}))).status).toBe(400);
    const preflight = await ask('/hello/a', '/hello', { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  test.each(['/hello', '/hello/', '/hello/v0/pages', '/hello/a/', '/hello/b', '/a', '/a.js'])(
    'there is nothing else: %s',
    async (path) => {
      expect((await ask(path, '/hello')).status).toBe(404);
    },
  );

  test('a problem has no link to its page, which the website does not have', async () => {
    const refused = (path: string) => ask(path, '/hello', beacon({}));
    expect((await refused('/hello/a')).headers.has('link')).toBe(false);
    const usual = await refused('/v0/visits');
    expect(usual.headers.get('link')).toBe(`<${origin}/docs/problems/validation_failed>; rel="help"`);
  });

  test('the usual paths stay', async () => {
    expect((await ask('/visit.js', '/hello')).status).toBe(200);
    expect((await ask('/v0/visits', '/hello', beacon(visitOf(newId())))).status).toBe(202);
  });
});

test.each([undefined, ''])('without FIRST_PARTY_PATH (%j) there are no such paths', async (folder) => {
  for (const path of ['/a.js', '/a', '/hello/a']) expect((await ask(path, folder)).status).toBe(404);
});

test.each(['hello', '/', '/hello/', '/v0', '/v0/x', '/health', '/a?b', '/ä', '/a//b', 'https://x.example/a'])(
  'a malformed FIRST_PARTY_PATH is reported and ignored: %s',
  async (folder) => {
    const { result, logged } = await silent(() => ask('/visit.js', folder));
    expect(result.status).toBe(200);
    expect(logged.join()).toContain('FIRST_PARTY_PATH is malformed');
  },
);
