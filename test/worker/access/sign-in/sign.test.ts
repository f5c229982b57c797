import { createCode } from '../../../../src/access/sign-in/store/exchange.ts';
import { arrive, newTeam, serveCerts } from '../../support/access.ts';
import { contents, send } from '../../support/client.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { costOf } from '../../support/statements.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

beforeEach(() => {
  serveCerts();
});
afterEach(() => vi.restoreAllMocks());

describe('a page of another website cannot sign in', () => {
  const own = 'https://footfall.test';
  test.each<[what: string, headers: Record<string, string>, status: number]>([
    ['no header of a browser', {}, 201],
    ['the own origin', { origin: own }, 201],
    ['the own origin, as browsers send it', { origin: own, 'sec-fetch-site': 'same-origin' }, 201],
    ['the own origin behind a proxy', { origin: 'https://a.example', 'sec-fetch-site': 'same-origin' }, 201],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: `${own}:8443` }, 403],
    ['no origin of its own', { origin: 'null' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a subdomain of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site with the own origin', { origin: own, 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_what, headers, expected) => {
    const code = await newCode();
    const before = await contents();
    const { result, trips } = await costOf(() => signIn({ code }, { headers }));
    expect(result.status).toBe(expected);
    if (expected === 201) return;
    expect(result.body.code).toBe('cross_site_request');
    expect(trips).toBe(0);
    expect(await contents()).toEqual(before);
    expect((await signIn({ code })).status).toBe(201);
  });

  test('is not allowed to send JSON by its browser', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const { headers: given } = await send('OPTIONS', '/v0/sign_in', undefined, { key: null, headers });
    expect([...given.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a user of Cloudflare Access', () => {
  test('may use the link that someone sends: a code goes first', async () => {
    const team = await newTeam();
    const token = await team.token();
    const { body } = await arrive(team, token, {}, { code: await newCode(['admin']) });
    expect([body.name, body.scopes]).toEqual(['Console, signed in by link', ['admin']]);
    expect((await arrive(team, token, {}, { code: createCode('main') })).status).toBe(401);
    expect(team.reads).toBe(0);
  });

  test('is not signed in by a page of another website, whose request their browser sends with their cookie', async () => {
    const team = await newTeam();
    const headers = {
      'cf-access-jwt-assertion': await team.token(),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'text/plain',
    };
    await writesNothing(async () => {
      const { status, body } = await signIn(undefined, { bindings: team.bindings, headers });
      expect([status, body.code]).toEqual([403, 'cross_site_request']);
    });
    expect(team.reads).toBe(0);
  });
});

test('sign-ins count against the limit of the address before anything is read', async () => {
  const keys: string[] = [];
  const RATE_LIMITER = {
    limit: ({ key }: RateLimitOptions) => {
      keys.push(key);
      return Promise.resolve({ success: keys.length < 3 });
    },
  };
  const options = { bindings: { RATE_LIMITER }, headers: { 'cf-connecting-ip': '192.0.2.9' } };
  const statuses = [];
  for (const code of [createCode('main'), 'malformed', createCode('main')]) {
    const { result, trips } = await costOf(() => signIn({ code }, options));
    statuses.push([result.status, trips]);
  }
  expect(statuses).toEqual([
    [401, 1],
    [401, 0],
    [429, 0],
  ]);
  expect(new Set(keys)).toEqual(new Set(['address:192.0.2.9']));
});
