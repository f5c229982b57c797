import { env } from 'cloudflare:workers';
import { recall } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKey, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import { mint, works } from '../../support/api-keys.ts';
import { mintKey, type Problem, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { minute, pass, setClock } from '../../support/times.ts';

describe('revoking an API key', () => {
  test('ends it at once, and a second call changes nothing', async () => {
    const { body } = await mint({});
    expect(await works(body.key)).toBe(200);
    const { key: _, ...created } = body;
    const listed = { ...created, lastUsedAt: expect.any(String) };
    const revoked = await send<ApiKey>('DELETE', `/v0/api_keys/${body.apiKeyId}`);
    expect(revoked.body).toEqual({ ...listed, revokedAt: expect.any(String) });
    // This isolate remembers the key. The isolate that revokes a key forgets it at once.
    expect(await works(body.key)).toBe(401);
    expect((await send('DELETE', `/v0/api_keys/${body.apiKeyId}`)).body).toEqual(revoked.body);
    expect((await send<Problem>('DELETE', '/v0/api_keys/x')).body.code).toBe('api_key_not_found');
  });
});

describe('a key that another isolate revokes', () => {
  test('works here for a minute at most', async () => {
    setClock();
    const { body } = await mint({});
    expect(await works(body.key)).toBe(200);
    const revoke = env.DB.prepare('update api_keys set revoked_at = ? where api_key_id = ?');
    await revoke.bind(Date.now(), body.apiKeyId).run();
    pass(minute - 1);
    expect(await works(body.key)).toBe(200);
    pass(1);
    expect(await works(body.key)).toBe(401);
    vi.useRealTimers();
  });
});

const path = '/v0/api_keys/current';

const revokeOwn = (key: string, options = {}) =>
  send<ApiKey & Problem>('DELETE', path, undefined, { key, ...options });

describe('revoking the key of the request', () => {
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
