import { describe, expect, test } from 'vitest';
import type { ApiKeyCreated, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import type { Scope } from '../../../../src/lib/api-key.ts';
import { mintKey, type Problem, send } from '../../support/client.ts';

const path = '/v0/api_keys/current';
const current = (key: string, bindings: object = {}) =>
  send<ApiKeyCurrent>('GET', path, undefined, { key, bindings });

describe('GET /v0/api_keys/current', () => {
  test('says what the key is and may do', async () => {
    const input = { name: 'CRM', scopes: ['write', 'read'], expiresAt: '2041-01-01T00:00:00Z' };
    const { body: made } = await send<ApiKeyCreated>('POST', '/v0/api_keys', input, { workspace: 'acme' });
    const { status, body } = await current(made.key);
    expect(status).toBe(200);
    expect(body).toEqual({
      apiKeyId: made.apiKeyId,
      name: 'CRM',
      scopes: ['write', 'read'],
      expiresAt: '2041-01-01T00:00:00.000Z',
      limit: { requests: 3000, windowSeconds: 10 },
      workspace: 'acme',
      madeBySignIn: false,
    });
  });

  test.each<Scope[][]>([[['read']], [['write']], [['admin']], [['collect', 'read']]])(
    'needs one of three scopes: %j',
    async (scopes) => {
      const { status, body } = await current(await mintKey(scopes));
      expect([status, body.scopes, body.expiresAt, body.workspace]).toEqual([200, scopes, null, 'main']);
    },
  );

  test('reveals nothing to the public key of a website', async () => {
    const key = await mintKey(['collect']);
    const reply = await send<Problem>('GET', path, undefined, { key });
    expect([reply.status, reply.body.code]).toEqual([403, 'insufficient_scope']);
    expect(reply.body.detail).toBe('This operation needs one of the scopes read, write, admin.');
    expect(reply.body.neededScope).toBe('read');
    expect(reply.text).not.toContain('test');
  });

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
