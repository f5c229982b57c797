import { env } from 'cloudflare:workers';
import { forget } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKeyCreated, KeyRef } from '../../../../src/access/api-keys/schemas.ts';
import { hashApiKey, scopes } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { contents, mintKey, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { ids } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { expectRefusals } from '../../support/route-requests.ts';
import { type Route, routes } from '../../support/routes.ts';

prepareRoutes();

/** Writes whose result neither acts nor tells after the request, or which must work with a key that ends. */
const doneWithRequest: Record<string, RegExp> = {
  'records, which are what they are':
    /^(POST|PATCH) \/v0\/(person_logs|account_logs|persons|accounts|pages|topics|annotations|views)(\/batch|\/\{\w+\}|\/\{topic_id\}\/entries(\/\{\w+\})?)?$/,
  'what a page shows, until the next change': /^(POST|PATCH) \/v0\/page_links/,
  'drafts, which nobody sees before a publish':
    /^(POST|PATCH) .*\/(audiences|audiences\/\{audience_id\}(\/archive|\/restore|\/versions(\/\{version_id\}\/(ready|cancel))?)?)$/,
  visits: /^POST \/v0\/(visits|.*\/audience_sessions\/import)$/,
  'a trial, which is over with its answer': /^POST \/v0\/(webhooks\/\{webhook_id\}\/test|alerts\/preview)$/,
  'a code, which is no key': /^POST \/v0\/sign_in$/,
};
const isDone = ({ name }: Route) => Object.values(doneWithRequest).some((rule) => rule.test(name));
const isLasting = ({ operation }: Route) => operation.isLasting === true;

const lastingRoutes = routes.filter(isLasting);
const writes = routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE');

test('each operation that makes or changes something says whether that outlives the request', () => {
  const undecided = writes.filter((route) => isLasting(route) === isDone(route)).map(({ name }) => name);
  expect(undecided).toEqual([]);
  expect(lastingRoutes.map(({ name }) => name)).toEqual([
    'POST /v0/pages/{page_id}/audiences/{audience_id}/preview',
    'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
    'POST /v0/websites',
    'POST /v0/tenant_domains',
    'PATCH /v0/event_settings',
    'POST /v0/webhooks',
    'PATCH /v0/webhooks/{webhook_id}',
    'POST /v0/webhooks/{webhook_id}/rotate',
    'POST /v0/webhooks/{webhook_id}/recover',
    'POST /v0/webhooks/{webhook_id}/deliveries/{delivery}/resend',
    'POST /v0/alerts',
    'PATCH /v0/alerts/{alert_id}',
    'POST /v0/api_keys',
    'POST /v0/api_keys/{api_key_id}/rotate',
    'POST /v0/share_links',
  ]);
});

/** Ends a key as another isolate does: this one goes on remembering it. */
const endings = {
  'was revoked': 'update api_keys set revoked_at = 1 where hash = ?',
  'got an end that is over': 'update api_keys set expires_at = 1 where hash = ?',
  'was deleted': 'delete from api_keys where hash = ?',
};

/** A key that this isolate has just verified, and the end of it that the isolate does not know. */
async function endedKey(ending: string): Promise<string> {
  const key = await mintKey([...scopes]);
  expect((await send('GET', '/v0/accounts', undefined, { key })).status).toBe(200);
  await env.DB.prepare(ending).bind(hashApiKey(key)).run();
  expect((await send('GET', '/v0/accounts', undefined, { key })).status, 'is remembered').toBe(200);
  return key;
}

describe.each(lastingRoutes)('$name', (route) => {
  test.each(Object.entries(endings))('is refused to a key that %s within the minute', async (_, ending) => {
    const before = await contents();
    const key = await endedKey(ending);
    await expectRefusals(route, { ended: { key } }, '401 invalid_api_key');
    await env.DB.prepare('delete from api_keys where hash = ?').bind(hashApiKey(key)).run();
    expect(await contents()).toEqual(before);
    // It is not remembered any more.
    expect((await send('GET', '/v0/accounts', undefined, { key })).status).toBe(401);
  });
});

test('a write that is sent again after it has committed stands, though its key was revoked meanwhile', async () => {
  const key = await mintKey([...scopes]);
  const own = (await send<{ apiKeyId: string }>('GET', '/v0/api_keys/current', undefined, { key })).body
    .apiKeyId;
  const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after' });
  const path = `/v0/api_keys/${own}/rotate`;
  const { status, body } = await send<ApiKeyCreated>(
    'POST',
    path,
    { overlapSeconds: 0 },
    { key, bindings: { DB } },
  );
  expect(status).toBe(201);
  expect((await send('GET', '/v0/accounts', undefined, { key: body.key })).status).toBe(200);
  forget(hashApiKey(key));
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
    const read = async () => (await send<Kept>('GET', path)).body.updatedBy;
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
