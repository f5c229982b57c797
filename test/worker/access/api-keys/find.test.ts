import type { ApiKeyCreated, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import type { PersonList } from '../../../../src/people/persons/schemas.ts';
import { works } from '../../support/api-keys.ts';
import { mintKey, openTestDatabase, type Problem, send, storeKey } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { setClock } from '../../support/times.ts';

describe('an API key', () => {
  test('expires', async () => {
    const end = Date.now() + 3_600_000;
    const soon = await mintKey(['read'], 'main', new Date(end).toISOString());
    try {
      setClock(end - 1);
      expect(await works(soon)).toBe(200);
      vi.setSystemTime(end);
      expect(await works(soon)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });
});

const current = (key: string, bindings: object = {}) =>
  send<ApiKeyCurrent>('GET', '/v0/api_keys/current', undefined, { key, bindings });

describe('the key of the request', () => {
  test('costs the lookup of the key, and no round trip while the key is remembered', async () => {
    const key = await mintKey(['read']);
    expect((await current(key)).cost.trips).toBe(1);
    expect((await current(key)).cost).toEqual({ trips: 0, read: 0, written: 0 });
  });

  test('states the rate limit that is counted', async () => {
    const { body, headers } = await current(await mintKey(['read']), {
      RATE_LIMIT_POLICY: '"api-key";q=7;w=60',
    });
    expect(body.limit).toEqual({ requests: 7, windowSeconds: 60 });
    expect(headers.get('ratelimit-policy')).toBe('"api-key";q=7;w=60');
  });
});

describe('an answer to an unknown key', () => {
  /** What a client sees of an answer, without ids, times and the path of the request. */
  async function seen(key: string, method = 'GET', path = '/v0/accounts', bindings = {}) {
    const { status, headers, body } = await send<Problem>(method, path, undefined, { key, bindings });
    const { requestId, ...problem } = body;
    const values = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'));
    values['server-timing'] = values['server-timing']?.replace(/dur=\d+/, 'dur=0') ?? '';
    return { status, problem, values, hasId: requestId !== '' };
  }

  test.each([
    ['GET', '/v0/accounts'],
    ['POST', '/v0/persons'],
    ['POST', '/v0/visits'],
    ['GET', '/v0/nothing'],
  ])('%s %s does not reveal which workspaces exist', async (method, path) => {
    const known = await seen(createApiKey('main'), method, path);
    expect(known.status).toBe(401);
    expect(await seen(createApiKey('acme'), method, path)).toEqual(known);
    expect(await seen(createApiKey('nowhere'), method, path)).toEqual(known);
    expect(await seen(createApiKey('constructor'), method, path)).toEqual(known);
    expect(known.values['server-timing']).toContain('trips=0 read=0 written=0');
  });

  test('counts against the lookups of the key and of the address, whatever workspace it names', async () => {
    for (const workspace of ['main', 'nowhere']) {
      const keys: string[] = [];
      const limit = ({ key }: RateLimitOptions) => {
        keys.push(key);
        return Promise.resolve({ success: true });
      };
      const key = createApiKey(workspace);
      await seen(key, 'GET', '/v0/accounts', { RATE_LIMITER: { limit } });
      expect(keys, workspace).toEqual([`lookup:${hashApiKey(key)}`, 'address:']);
    }
  });

  test('refuses a key of an unknown workspace, even if its hash is in main', async () => {
    const stray = createApiKey('nowhere');
    await storeKey(openTestDatabase(), stray, { name: 'stray', scopes: ['read'] });
    for (let i = 0; i < 2; i++) expect((await seen(stray)).status).toBe(401);
  });
});

describe('workspaces', () => {
  test('are databases: the same paths with a key of another workspace show other data', async () => {
    const acme = { workspace: 'acme' as const };
    const total = async (options: { workspace?: 'acme' }) =>
      (await send<PersonList>('GET', '/v0/persons/search', undefined, options)).body.totalCount;
    const before = [await total({}), await total(acme)];
    const person = { name: 'Only Acme', email: 'only@acme.example' };
    const created = await send<{ personId: string }>('POST', '/v0/persons', person, acme);
    expect(created.status).toBe(201);
    expect([await total({}), await total(acme)]).toEqual([before[0], (before[1] ?? 0) + 1]);
    expect((await send('GET', `/v0/persons/${created.body.personId}`)).status).toBe(404);
    expect((await send('GET', '/v0/persons/search?query=only')).body).toMatchObject({ items: [] });
    // The same identifiers and idempotency keys are not used in the other workspace.
    expect((await send('POST', '/v0/persons', person)).status).toBe(201);
    const log = { source: 'x', payload: { a: 1 }, idempotencyKey: 'both' };
    const replies = [
      await send('POST', '/v0/person_logs', log),
      await send('POST', '/v0/person_logs', log, acme),
    ];
    expect(replies.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null]);
  });
});

test('madeBySignIn is true for the key of a sign-in and for its successor, and for no other key', async () => {
  const madeBySignIn = async (key: string) =>
    (await ok(send<ApiKeyCurrent>('GET', '/v0/api_keys/current', undefined, { key }))).madeBySignIn;
  const { key, apiKeyId } = (await signIn({ code: await newCode(['read', 'admin']) })).body;
  const next = await ok(
    send<ApiKeyCreated>('POST', `/v0/api_keys/${apiKeyId}/rotate`, { overlapSeconds: 0 }, { key }),
  );
  expect(await madeBySignIn(next.key)).toBe(true);
  expect(await madeBySignIn((await signIn({ code: await newCode() })).body.key)).toBe(true);
  expect(await madeBySignIn(await mintKey(['read']))).toBe(false);
});
