import { env } from 'cloudflare:workers';
import { recall } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKey, ApiKeyCreated, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PersonList } from '../../../../src/people/persons/schemas.ts';
import { mintKey, openTestDatabase, type Problem, send, storeKey } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { violationsOf } from '../../support/replies.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const mint = (fields: object) =>
  send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'x', scopes: ['read'], ...fields });
/** The status that a key gets. With `bindings`, the use of the key is noted when this returns. */
const works = async (key: string) =>
  (await send('GET', '/v0/accounts', undefined, { key, bindings: {} })).status;

describe('API keys', () => {
  test('are created, shown once, stored as hashes, listed and revoked', async () => {
    const { status, body } = await mint({ name: 'CRM', scopes: ['read', 'write'] });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^ff_main_[0-9A-Za-z]{38}$/);
    expect(await works(body.key)).toBe(200);
    const rows = await env.DB.prepare('select * from api_keys').all();
    expect(JSON.stringify(rows.results)).not.toContain(body.key);
    expect(JSON.stringify(rows.results)).toContain(hashApiKey(body.key));

    const { key: _, ...created } = body;
    const listed = { ...created, lastUsedAt: expect.any(String) };
    const list = await send<List<ApiKey>>('GET', '/v0/api_keys');
    expect(list.body.items[0]).toEqual(listed);
    expect(list.body.totalCount).toBe(list.body.items.length);
    expect(list.text).not.toContain(body.key);

    const revoked = await send<ApiKey>('DELETE', `/v0/api_keys/${body.apiKeyId}`);
    expect(revoked.body).toEqual({ ...listed, revokedAt: expect.any(String) });
    // This isolate remembers the key. The isolate that revokes a key forgets it at once.
    expect(await works(body.key)).toBe(401);
    expect((await send('DELETE', `/v0/api_keys/${body.apiKeyId}`)).body).toEqual(revoked.body);
    expect((await send<Problem>('DELETE', '/v0/api_keys/x')).body.code).toBe('api_key_not_found');
  });

  test('rotate with an overlap: the old key ends after it, the new one has its name and scopes', async () => {
    const old = (await mint({ name: 'Rotate me' })).body;
    const rotate = (id: string, body?: object) =>
      send<ApiKeyCreated>('POST', `/v0/api_keys/${id}/rotate`, body);
    const { status, body } = await rotate(old.apiKeyId);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Rotate me', scopes: ['read'], expiresAt: null });
    expect([await works(old.key), await works(body.key)]).toEqual([200, 200]);
    const items = (await send<List<ApiKey>>('GET', '/v0/api_keys')).body.items;
    const endsIn =
      Date.parse(items.find(({ apiKeyId }) => apiKeyId === old.apiKeyId)?.expiresAt ?? '') - Date.now();
    expect(endsIn).toBeGreaterThan(86_000_000);
    expect(endsIn).toBeLessThanOrEqual(86_400_000);

    const limited = (await mint({ name: 'limited', expiresAt: '2030-01-01T00:00:00Z' })).body;
    expect((await rotate(limited.apiKeyId)).body.expiresAt).toBe('2030-01-01T00:00:00.000Z');

    const next = (await rotate(body.apiKeyId, { overlapSeconds: 0 })).body;
    expect([await works(body.key), await works(next.key)]).toEqual([401, 200]);
    for (const dead of [body.apiKeyId, 'api_key_x']) expect((await rotate(dead)).status).toBe(404);
  });

  test('expire', async () => {
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

  test('name each scope once', async () => {
    const reply = await writesNothing(() => mint({ scopes: ['read', 'read'] }));
    expect(violationsOf(reply as never)).toEqual(['body scopes invalid_value']);
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

const path = '/v0/api_keys/current';
const current = (key: string, bindings: object = {}) =>
  send<ApiKeyCurrent>('GET', path, undefined, { key, bindings });

describe('GET /v0/api_keys/current', () => {
  test('costs the lookup of the key, and no round trip while the key is remembered', async () => {
    const key = await mintKey(['read']);
    expect((await current(key)).cost.trips).toBe(1);
    expect((await current(key)).cost).toEqual({ trips: 0, read: 0, written: 0 });
  });

  test('states the limit that is counted', async () => {
    const { body, headers } = await current(await mintKey(['read']), {
      RATE_LIMIT_POLICY: '"api-key";q=7;w=60',
    });
    expect(body.limit).toEqual({ requests: 7, windowSeconds: 60 });
    expect(headers.get('ratelimit-policy')).toBe('"api-key";q=7;w=60');
  });
});

const revokeOwn = (key: string, options = {}) =>
  send<ApiKey & Problem>('DELETE', path, undefined, { key, ...options });

describe('DELETE /v0/api_keys/current', () => {
  test('forgets the key of the request, with one row written', async () => {
    const key = await mintKey(['log']);
    const { text, cost } = await revokeOwn(key);
    expect(text).not.toContain(key);
    // One for the lookup of the key.
    expect(cost).toMatchObject({ trips: 2, written: 1 });
    expect(recall(hashApiKey(key), Date.now())).toBeUndefined();
  });

  test('ends a sign-in at once, and no other key', async () => {
    const [own, other] = [await signIn({ code: await newCode() }), await signIn({ code: await newCode() })];
    const current = (key: string) => send<ApiKeyCurrent>('GET', path, undefined, { key });
    expect((await current(own.body.key)).body.madeBySignIn).toBe(true);
    expect((await current(await mintKey(['read']))).body.madeBySignIn).toBe(false);
    await revokeOwn(own.body.key);
    expect([(await current(own.body.key)).status, (await current(other.body.key)).status]).toEqual([
      401, 200,
    ]);
  });

  test('when D1 commits and its answer is lost: it is revoked once, and answered', async () => {
    const key = await mintKey(['read']);
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after', size: 1, skip: 1 });
    const { status, body } = await revokeOwn(key, { bindings: { DB } });
    expect([status, typeof body.revokedAt]).toEqual([200, 'string']);
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
