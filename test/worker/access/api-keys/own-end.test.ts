import { env as testEnv } from 'cloudflare:workers';
import type { ApiKey, ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { rotationOf } from '../../../../src/access/api-keys/store/create.ts';
import { revokeKey } from '../../../../src/access/api-keys/store/internal.ts';
import { createApiKey, type Scope } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import {
  contents,
  mintKey,
  openTestDatabase,
  type Problem,
  type RequestOptions,
  send,
  storeKey,
} from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { violationsOf } from '../../support/replies.ts';
import { newCode, signIn } from '../../support/sign-in.ts';

const hour = 3_600_000;
const path = '/v0/api_keys';

afterEach(() => vi.useRealTimers());

const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const make = (key: string, fields: object = {}, options: RequestOptions = {}) =>
  send<ApiKeyCreated & Problem>(
    'POST',
    path,
    { name: 'x', scopes: ['read'], ...fields },
    { key, ...options },
  );
const rotate = (key: string, id: string, body: object = {}, options: RequestOptions = {}) =>
  send<ApiKeyCreated & Problem>('POST', `${path}/${id}/rotate`, body, { key, ...options });
/** Stores a key, and returns its id with it. */
async function stored(scopes: Scope[] = ['admin'], expiresAt?: string) {
  const key = createApiKey('main');
  const input = { name: 'stored', scopes, ...(expiresAt && { expiresAt }) };
  return { key, apiKeyId: await storeKey(openTestDatabase(), key, input) };
}
const listed = async () => (await send<List<ApiKey>>('GET', `${path}?limit=100`)).body.items;
const signedIn = async () => (await signIn({ code: await newCode() })).body;

describe('a key that ends makes keys that end no later', () => {
  test('at the same time if the request names none, which the answer shows', async () => {
    const own = await signedIn();
    const { status, body } = await make(own.key);
    expect([status, body.expiresAt]).toEqual([201, own.expiresAt]);
    expect((await listed()).find(({ apiKeyId }) => apiKeyId === body.apiKeyId)?.expiresAt).toBe(
      own.expiresAt,
    );
    // So does the key that it has made.
    const own2 = await make(own.key, { scopes: ['admin'] });
    expect((await make(own2.body.key)).body.expiresAt).toBe(own.expiresAt);
  });

  test('at a time that is not later, to the millisecond', async () => {
    const end = Date.now() + 5 * hour;
    const key = await mintKey(['admin'], 'main', new Date(end).toISOString());
    for (const expiresAt of [new Date(end).toISOString(), new Date(end - hour).toISOString()])
      expect((await make(key, { expiresAt })).body.expiresAt).toBe(expiresAt);
    const before = await contents();
    const late = await make(key, { expiresAt: new Date(end + 1).toISOString() });
    expect(violationsOf(late)).toEqual(['body expiresAt too_large']);
    expect(late.cost.trips).toBe(0);
    expect(await contents()).toEqual(before);
  });

  test('and says so together with every other violation', async () => {
    const key = await mintKey(['admin'], 'main', inHours(1));
    const { body } = await make(key, { name: '', scopes: [], expiresAt: inHours(2), more: 1 });
    expect(violationsOf({ body })).toEqual([
      'body expiresAt too_large',
      'body more unknown_field',
      'body name too_short',
      'body scopes too_short',
    ]);
    for (const rawBody of ['[]', 'null', '"x"', '{"expiresAt":1}', '{"expiresAt":"never"}'])
      expect((await make(key, {}, { rawBody })).status, rawBody).toBe(400);
  });

  test('when D1 commits and its answer is lost, one', async () => {
    const key = await mintKey(['admin'], 'main', inHours(1));
    const before = (await listed()).length;
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after' });
    const { status, body } = await make(key, {}, { bindings: { DB } });
    expect(status).toBe(201);
    expect((await send('GET', '/v0/accounts', undefined, { key: body.key })).status).toBe(200);
    expect((await listed()).length).toBe(before + 1);
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

describe('an isolate that remembers the key as it was', () => {
  const known = async (scopes: Scope[], expiresAt?: string) => {
    const made = await stored(scopes, expiresAt);
    expect((await send('GET', '/v0/accounts', undefined, { key: made.key })).status).toBe(200);
    return made;
  };
  const all: Scope[] = ['admin', 'read'];
  /** Revokes a key as another isolate does, so that this one does not forget it. */
  const revokeElsewhere = async (apiKeyId: string) => {
    const now = Date.now();
    const revoke = `update api_keys set revoked_at = ${now} where api_key_id = ?`;
    await testEnv.DB.prepare(revoke).bind(apiKeyId).run();
  };

  test('makes and rotates nothing with a key that was revoked', async () => {
    const [maker, rotator] = [await known(all), await known(all)];
    const { apiKeyId } = await stored(['read']);
    await revokeElsewhere(maker.apiKeyId);
    await revokeElsewhere(rotator.apiKeyId);
    // This isolate still lets them read.
    for (const { key } of [maker, rotator])
      expect((await send('GET', '/v0/accounts', undefined, { key })).status).toBe(200);
    const before = await contents();
    for (const reply of [await make(maker.key), await rotate(rotator.key, apiKeyId)])
      expect([reply.status, reply.body.code]).toEqual([401, 'invalid_api_key']);
    expect(await contents()).toEqual(before);
    // And now it knows.
    for (const { key } of [maker, rotator])
      expect((await send('GET', '/v0/accounts', undefined, { key })).status).toBe(401);
  });

  test('makes and rotates by the end that a key was given', async () => {
    const { key, apiKeyId } = await known(all);
    const { apiKeyId: forever } = await stored(['read']);
    const now = Date.now();
    await openTestDatabase().batch(rotationOf(apiKeyId, createApiKey('main'), now + hour, now));
    const end = new Date(now + hour).toISOString();
    expect((await make(key)).body.expiresAt).toBe(end);
    const late = await make(key, { expiresAt: new Date(now + 2 * hour).toISOString() });
    expect(late.body.errors?.[0]?.message).toContain(`not be later than ${end}`);
    expect((await rotate(key, forever)).body.errors?.[0]?.message).toContain(`not end later than ${end}`);
  });
});
