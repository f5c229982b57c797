import { env } from 'cloudflare:workers';
import type { KeyRef } from '../../../../src/access/api-keys/schemas.ts';
import { rotationOf } from '../../../../src/access/api-keys/store/create.ts';
import { createApiKey, hashApiKey, type Scope, scopes } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { listed, make, rotate, stored } from '../../support/api-keys.ts';
import { contents, mintKey, openTestDatabase, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { etagOf, violationsOf } from '../../support/replies.ts';
import { ids } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { hour, inHours } from '../../support/times.ts';

prepareRoutes();

const signedIn = async () => (await signIn({ code: await newCode() })).body;

describe('a key that ends makes keys that end no later', () => {
  test('at the same time if the request names none, which the answer shows', async () => {
    const own = await signedIn();
    const { status, body } = await make(own.key);
    expect([status, body.expiresAt]).toEqual([201, own.expiresAt]);
    expect((await listed()).items.find(({ apiKeyId }) => apiKeyId === body.apiKeyId)?.expiresAt).toBe(
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
    const before = (await listed()).totalCount ?? 0;
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after' });
    const { status, body } = await make(key, {}, { bindings: { DB } });
    expect(status).toBe(201);
    expect((await send('GET', '/v0/accounts', undefined, { key: body.key })).status).toBe(200);
    expect((await listed()).totalCount).toBe(before + 1);
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
    await env.DB.prepare(revoke).bind(apiKeyId).run();
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

describe('what goes on says which key made it or changed it last', () => {
  type Kept = { updatedBy: KeyRef | null };
  const url = 'https://hooks.acme.example/kept';
  const sendOk = async <T extends object>(method: string, path: string, body: object, key: string) => {
    const reply = await send<T>(method, path, body, { key });
    expect(reply.status, `${method} ${path}`).toBeLessThan(300);
    return reply.body;
  };

  test.each<[string, (key: string) => Promise<string>]>([
    [
      'a new webhook',
      async (key) => {
        const made = await sendOk<{ webhookId: string }>(
          'POST',
          '/v0/webhooks',
          { url, types: ['form.submitted'] },
          key,
        );
        return `/v0/webhooks/${made.webhookId}`;
      },
    ],
    [
      'a webhook that leads elsewhere',
      async (key) => {
        await sendOk('PATCH', `/v0/webhooks/${ids.webhook_id}`, { url }, key);
        return `/v0/webhooks/${ids.webhook_id}`;
      },
    ],
    [
      'a webhook with a new secret',
      async (key) => {
        await sendOk('POST', `/v0/webhooks/${ids.webhook_id}/rotate`, {}, key);
        return `/v0/webhooks/${ids.webhook_id}`;
      },
    ],
    [
      'a new alert',
      async (key) => {
        const alert = { name: 'x', webhookId: ids.webhook_id, condition: { type: 'link_opened' } };
        return `/v0/alerts/${(await sendOk<{ alertId: string }>('POST', '/v0/alerts', alert, key)).alertId}`;
      },
    ],
    [
      'an alert that was changed',
      async (key) => {
        await sendOk('PATCH', `/v0/alerts/${ids.alert_id}`, { name: 'y' }, key);
        return `/v0/alerts/${ids.alert_id}`;
      },
    ],
    [
      'the settings of the feed',
      async (key) => {
        await sendOk('PATCH', '/v0/event_settings', { retentionDays: 9 }, key);
        return '/v0/event_settings';
      },
    ],
  ])('%s', async (_, make) => {
    const key = await mintKey([...scopes]);
    const path = await make(key);
    const etag = etagOf(await send('GET', path));
    const read = async () => {
      const reply = await send<Kept>('GET', path);
      // That the key has ended is no change of what it has made.
      expect(etagOf(reply)).toBe(etag);
      return reply.body.updatedBy;
    };
    const apiKeyId = expect.stringMatching(/^api_key_/);
    expect(await read()).toEqual({ apiKeyId, name: 'test', hasEnded: false });
    for (const ending of [
      'update api_keys set expires_at = 1',
      'update api_keys set expires_at = null, revoked_at = 1',
    ]) {
      await env.DB.prepare(`${ending} where hash = ?`).bind(hashApiKey(key)).run();
      expect(await read()).toEqual({ apiKeyId, name: 'test', hasEnded: true });
    }
    const list = path.replace(/\/(webhook|alert)_[^/]+$/, '?limit=100');
    const { items = [] } = (await send<List<Kept>>('GET', list)).body;
    expect(items.every((item) => 'updatedBy' in item)).toBe(true);
    expect(items.length > 0).toBe(path !== '/v0/event_settings');
    await env.DB.prepare('delete from api_keys where hash = ?').bind(hashApiKey(key)).run();
    expect(await read()).toEqual({ apiKeyId, name: null, hasEnded: true });
  });

  test('and nothing of what was made before this was noted', async () => {
    await env.DB.prepare('update webhooks set updated_by = null').run();
    const { body } = await send<Kept>('GET', `/v0/webhooks/${ids.webhook_id}`);
    expect(body.updatedBy).toBeNull();
  });
});
