import type { ApiKey, ApiKeyCreated, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { revokeKey } from '../../../../src/access/api-keys/store/internal.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { make, mint, rotate, stored, works } from '../../support/api-keys.ts';
import { contents, mintKey, openTestDatabase, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { hour, inHours } from '../../support/times.ts';

const signedIn = async () => (await signIn({ code: await newCode() })).body;

describe('rotating an API key', () => {
  test('has an overlap: the old key ends after it, the new one has its name and scopes', async () => {
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
});

describe('a key that ends rotates only keys that end no later', () => {
  test('not one without an end, or with a later one', async () => {
    const end = Date.now() + 5 * hour;
    const key = await mintKey(['admin'], 'main', new Date(end).toISOString());
    const [forever, later] = [
      await stored(['read']),
      await stored(['read'], new Date(end + 1).toISOString()),
    ];
    const before = await contents();
    for (const { apiKeyId } of [forever, later]) {
      const late = await rotate(key, apiKeyId, { overlapSeconds: 0 });
      expect(violationsOf(late)).toEqual(['path api_key_id too_large']);
    }
    expect(await contents()).toEqual(before);
  });

  test('one that ends with it or before, and itself', async () => {
    const own = await signedIn();
    const [same, sooner] = [await stored(['read'], own.expiresAt ?? ''), await stored(['read'], inHours(1))];
    expect((await rotate(own.key, same.apiKeyId)).body.expiresAt).toBe(own.expiresAt);
    expect((await rotate(own.key, sooner.apiKeyId)).status).toBe(201);
    const next = await rotate(own.key, own.apiKeyId, { overlapSeconds: 0 });
    expect(next.body.expiresAt).toBe(own.expiresAt);
    const current = await send<ApiKeyCurrent>('GET', '/v0/api_keys/current', undefined, {
      key: next.body.key,
    });
    expect(current.body.madeBySignIn).toBe(true);
    expect((await make(own.key)).status).toBe(401);
  });

  test('and a key that does not exist, is revoked or has ended is not found', async () => {
    const key = await mintKey(['admin'], 'main', inHours(1));
    const [revoked, ended] = [await stored(), await stored(['read'], inHours(-1))];
    await revokeKey(openTestDatabase(), revoked.apiKeyId);
    for (const id of [revoked.apiKeyId, ended.apiKeyId, 'api_key_none'])
      expect((await rotate(key, id)).body.code).toBe('api_key_not_found');
  });
});
