import type { env } from 'cloudflare:workers';
import type { Website } from '../../../../src/visits/websites/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { pass, setClock } from '../../support/times.ts';
import { collect, held, key, newId, origin, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

beforeAll(() => setClock());

/** Longer than an isolate waits before it asks for the websites again. */
const tenSeconds = 11_000;
const newOrigin = () => `https://${crypto.randomUUID()}.example`;
const allow = async (of: string, workspace: 'main' | 'acme' = 'main') =>
  (await send<Website>('POST', '/v0/websites', { origin: of }, { workspace })).body;
const from = (of: string, headers: Record<string, string> = {}, options = {}) =>
  collect(visitOf(newId()), { origin: of, ...headers }, options);
const outcomeFrom = async (of: string) => {
  const { status, body } = await from(of);
  return [status, body.code];
};
const refusal = [403, 'origin_not_allowed'];
const preflight = (of: string, path = '/v0/visits') =>
  send('OPTIONS', path, undefined, {
    key: null,
    headers: {
      origin: of,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    },
  });
const granted = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control')).sort();

const foreign = [
  'https://site.example',
  'http://www.site.example',
  'https://www.site.example:444',
  'https://www.site.example.evil.example',
  'https://evil-www.site.example',
  'https://www.site.example/',
  'HTTPS://WWW.SITE.EXAMPLE',
  'https://site.example:8443 https://evil.example',
  'null',
  '*',
  'https://footfall.test',
];

describe('a preflight', () => {
  test.each([origin, ...foreign])('from %s is answered, costs nothing, and lets no cookies', async (of) => {
    const { status, headers, cost } = await writesNothing(() => preflight(of));
    expect([status, cost.trips]).toEqual([204, 0]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type,X-Api-Key');
    expect(headers.get('access-control-max-age')).toBe('86400');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('of another route allows nothing', async () => {
    for (const path of ['/v0/pages', '/v0/person_logs', '/v0/websites', '/v0/visits/', '/health']) {
      const { headers } = await preflight(origin, path);
      expect(granted(headers), path).toEqual([]);
      const answer = await send('GET', path, undefined, { headers: { origin } });
      expect(granted(answer.headers), path).toEqual([]);
    }
  });
});

describe('a visit from VISIT_ORIGINS', () => {
  test('counts, and its page may read every answer', async () => {
    const bindings = held.bindings();
    const replies = [
      await from(origin),
      await from('https://site.example:8443'),
      await collect({}, { origin }),
      await from(origin, { dnt: '1' }),
      await send('POST', '/v0/visits', {}, { key: null, headers: { origin }, bindings }),
      await send('POST', '/v0/visits', undefined, { key, headers: { origin }, rawBody: '{', bindings }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 400, 202, 401, 400]);
    for (const { headers } of replies) expect(granted(headers)).toEqual(['access-control-allow-origin']);
  });

  test('is refused when it is not set; servers, which send no origin, pass', async () => {
    for (const VISIT_ORIGINS of ['', undefined]) {
      const bindings = { ...held.bindings(), VISIT_ORIGINS } as Partial<typeof env>;
      const sent = (headers: Record<string, string>) => collect(visitOf(newId()), headers, { bindings });
      expect((await sent({ origin })).status).toBe(403);
      expect((await sent({})).status).toBe(202);
    }
  });
});

describe('a visit from another origin', () => {
  test.each(foreign)('%s is refused, and is not put on the queue', async (of) => {
    const waiting = held.sent.length;
    const { status, body, headers } = await from(of);
    expect([status, body.code, held.sent.length]).toEqual([...refusal, waiting]);
    // The page's own console shows why.
    expect(granted(headers)).toEqual(['access-control-allow-origin']);
    expect(body.detail).toBe(`${of} is not the origin of a website of this workspace.`);
  });

  test('costs no trip, unless the websites were read ten seconds ago: then one, for all refusals', async () => {
    const fresh = { key: await mintKey(['collect']) };
    expect((await from(newOrigin(), {}, fresh)).cost.trips).toBe(1);
    pass(tenSeconds);
    const sent = () => from(newOrigin(), {}, fresh);
    const replies = [await sent(), await sent(), await sent()];
    expect(replies.map(({ cost }) => cost.trips)).toEqual([1, 0, 0]);
  });

  test('counts from ten seconds after its website was created, without a trip from then on', async () => {
    const own = newOrigin();
    const fresh = { key: await mintKey(['collect']) };
    expect((await from(own, {}, fresh)).status).toBe(403);
    await allow(own);
    pass(tenSeconds);
    const [first, second] = [await from(own, {}, fresh), await from(own, {}, fresh)];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect([first.cost.trips, second.cost.trips]).toEqual([1, 0]);
  });

  test('is refused again a minute after its website was deleted', async () => {
    const own = newOrigin();
    const { websiteId } = await allow(own);
    const fresh = await mintKey(['collect']);
    expect((await from(own, {}, { key: fresh })).status).toBe(202);
    await send('DELETE', `/v0/websites/${websiteId}`);
    pass(60_001);
    expect((await from(own, {}, { key: fresh })).status).toBe(403);
  });

  test('is refused when only another workspace has its website', async () => {
    const own = newOrigin();
    await allow(own, 'acme');
    pass(tenSeconds);
    expect(await outcomeFrom(own)).toEqual(refusal);
    const acme = await mintKey(['collect'], 'acme');
    expect((await from(own, {}, { key: acme })).status).toBe(202);
  });

  test('with a key that may not send visits says so, whatever the origin', async () => {
    const reader = await mintKey(['read', 'write', 'admin', 'log']);
    for (const of of [origin, newOrigin()]) {
      const { status, body } = await from(of, {}, { key: reader });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    }
  });

  test('with a key that may do more, too, counts', async () => {
    const own = newOrigin();
    await allow(own);
    expect((await from(own, {}, { key: await mintKey(['read', 'collect']) })).status).toBe(202);
  });

  test('with an unknown key says nothing of the origin', async () => {
    const answers = [];
    for (const of of [origin, newOrigin()]) {
      const { status, body } = await from(of, {}, { key: 'ff_main_x' });
      answers.push([status, body.code, body.detail]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(401);
  });
});
