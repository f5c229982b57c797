import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import type { ApiKey, ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PersonList } from '../../../../src/people/persons/schemas.ts';
import { mintKey, type Problem, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
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
      vi.useFakeTimers({ toFake: ['Date'], now: end - 1 });
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
