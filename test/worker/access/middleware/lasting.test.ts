import { env } from 'cloudflare:workers';
import { forget } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { hashApiKey, scopes } from '../../../../src/lib/api-key.ts';
import { contents, mintKey, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { expectRefusals } from '../../support/route-requests.ts';
import { type Route, routes } from '../../support/routes.ts';

prepareRoutes();

/** Writes whose result neither acts nor tells after the request, or which must work with a key that ends. */
const doneWithRequest: Record<string, RegExp> = {
  'records, which are what they are':
    /^(POST|PATCH) \/v0\/(person_logs|account_logs|persons|accounts|pages|topics|annotations|views|sample_data)(\/batch|\/\{\w+\}|\/\{topic_id\}\/entries(\/\{\w+\})?)?$/,
  'what a page shows, until the next change': /^(POST|PATCH) \/v0\/page_links/,
  'drafts, which nobody sees before a publish':
    /^(POST|PATCH) .*\/(audiences|audiences\/\{audience_id\}(\/archive|\/restore|\/versions(\/\{version_id\}\/(ready|cancel))?)?|experiments\/\{experiment_id\}|campaigns(\/\{campaign_id\}(\/stop)?)?)$/,
  visits: /^POST \/v0\/(visits|.*\/audience_sessions\/import)$/,
  'a trial, which is over with its answer': /^POST \/v0\/(webhooks\/\{webhook_id\}\/test|alerts\/preview)$/,
  'what was kept, which becomes records': /^POST \/v0\/sources\/\{source_id\}\/kept\/map$/,
  'a workspace that is filled from a backup, step by step': /^POST \/v0\/restore(\/lines|\/advance)?$/,
  'a delivery, which is signed and has no key': /^POST \/v0\/intake/,
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
    'POST /v0/sources',
    'PATCH /v0/sources/{source_id}',
    'POST /v0/sources/{source_id}/secret',
    'POST /v0/pages/{page_id}/audiences/{audience_id}/preview',
    'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish',
    'POST /v0/pages/{page_id}/campaigns/{campaign_id}/publish',
    'POST /v0/pages/{page_id}/campaigns/{campaign_id}/roll_back',
    'POST /v0/pages/{page_id}/campaigns/{campaign_id}/archive',
    'POST /v0/pages/{page_id}/campaigns/{campaign_id}/rows',
    'POST /v0/pages/{page_id}/campaigns/{campaign_id}/waiting_rows',
    'POST /v0/experiments',
    'POST /v0/experiments/{experiment_id}/start',
    'POST /v0/experiments/{experiment_id}/stop',
    'POST /v0/experiments/{experiment_id}/publish_winner',
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
    'POST /v0/system/given_up/{given_up_id}/send',
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
