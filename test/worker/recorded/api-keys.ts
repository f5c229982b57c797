import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import type { Recorder } from './recorder.ts';

const keys = '/v0/api_keys';

/** Keys: minting, listing, rotating, revoking, and what scopes allow. */
export async function apiKeys({ say, get, post, delete: remove, ask, pages, wait }: Recorder) {
  say('Minting');
  const minimal = await post<ApiKeyCreated>(keys, { name: 'k', scopes: ['read'] });
  const full = await post<ApiKeyCreated>(keys, {
    name: 'Zoë 鍵 🗝',
    scopes: ['collect', 'admin', 'write', 'read'],
    expiresAt: '2041-12-31t23:59:60.0001z',
  });
  await post(keys, { name: 'offset', scopes: ['write'], expiresAt: '2041-06-01T02:00:00.5+02:00' });
  await post(keys, { name: 'acme', scopes: ['admin', 'read'] }, { workspace: 'acme' });
  await post(keys);
  await post(keys, { name: '', scopes: [], expiresAt: '2020-01-01T00:00:00Z', key: 'ff_main_x' });
  await post(keys, {
    name: 'n'.repeat(101),
    scopes: ['read', 'read', 'fly'],
    expiresAt: '2041-02-29T00:00:00Z',
  });
  await post(keys, { name: 'a\u0007b', scopes: 'read', expiresAt: '9999-12-31T00:00:00Z' });

  say('Listing');
  await get(keys);
  await pages(`${keys}?limit=2`, ['api_keys']);
  await get(`${keys}?limit=0`);
  await get(`${keys}?limit=101&cursor=damaged`);
  await get(`${keys}?cursor=damaged`);
  await get(keys, { workspace: 'acme' });

  say('What a key may do');
  await get('/v0/topics', { key: minimal.body.key });
  await post('/v0/topics', { title: 'x' }, { key: minimal.body.key });
  await get(keys, { key: minimal.body.key });
  await get('/v0/topics', { key: full.body.key, headers: { 'x-request-id': 'told-by-the-client_1=' } });
  await get('/v0/topics', { key: full.body.key, headers: { 'x-request-id': 'not one (of ours)' } });

  const logs = await post<ApiKeyCreated>(keys, { name: 'webhook', scopes: ['log'] });
  await post('/v0/person_logs', {}, { key: logs.body.key });
  await get('/v0/persons/search', { key: logs.body.key });
  await post('/v0/person_logs', {}, { key: minimal.body.key });

  say('Keys that end');
  const ending = { name: 'ending', scopes: ['admin'], expiresAt: '2041-05-01T00:00:00Z' };
  const { body: own } = await post<ApiKeyCreated>(keys, ending);
  await post(keys, { name: 'no end', scopes: ['read'] }, { key: own.key });
  await post(keys, { ...ending, expiresAt: '2041-05-01T00:00:00.001Z' }, { key: own.key });
  await post(keys, { name: '', scopes: [], expiresAt: '2041-06-01T00:00:00Z' }, { key: own.key });
  await post(`${keys}/${minimal.body.apiKeyId}/rotate`, {}, { key: own.key });
  await post(`${keys}/${own.apiKeyId}/rotate`, {}, { key: own.key });

  say('Revoking itself');
  await remove(`${keys}/current`, { key: logs.body.key });
  await remove(`${keys}/current`, { key: logs.body.key });
  const website = await post<ApiKeyCreated>(keys, { name: 'website', scopes: ['collect'] });
  await remove(`${keys}/current`, { key: website.body.key });

  say('Rotating and revoking');
  const rotated = await post<ApiKeyCreated>(`${keys}/${full.body.apiKeyId}/rotate`, { overlapSeconds: 60 });
  await post(`${keys}/${minimal.body.apiKeyId}/rotate`);
  await post(`${keys}/${rotated.body.apiKeyId}/rotate`, { overlapSeconds: 2_592_001, more: 1 });
  await post(`${keys}/${rotated.body.apiKeyId}/rotate`, { overlapSeconds: 0.5 });
  await get('/v0/topics', { key: full.body.key });
  wait(60_000);
  await get('/v0/topics', { key: full.body.key });
  await get('/v0/topics', { key: rotated.body.key });
  await remove(`${keys}/${rotated.body.apiKeyId}`);
  await remove(`${keys}/${rotated.body.apiKeyId}`);
  await post(`${keys}/${rotated.body.apiKeyId}/rotate`);
  await get('/v0/topics', { key: rotated.body.key });
  await remove(`${keys}/api_key_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await post(`${keys}/nothing/rotate`, {});
  await get(keys);
  await ask('PATCH', keys, { body: {} });
  await get(`${keys}/${rotated.body.apiKeyId}`);
  await ask('OPTIONS', `${keys}/${rotated.body.apiKeyId}/rotate`, { key: null });

  say('Sent again with an Idempotency-Key');
  const again = { headers: { 'idempotency-key': 'again-1' } };
  await post(keys, { name: 'again', scopes: ['log'] }, again);
  await post(keys, { name: 'again', scopes: ['log'] }, again);
  await post(keys, { name: 'another', scopes: ['log'] }, again);
}
