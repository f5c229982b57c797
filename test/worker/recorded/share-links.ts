import { env } from 'cloudflare:workers';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { createShareCode } from '../../../src/access/share-links/code.ts';
import type { ShareLinkCreated } from '../../../src/access/share-links/schemas.ts';
import type { Recorder } from './recorder.ts';

const path = '/v0/share_links';
const signIn = '/v0/sign_in';
const anonymous = { key: null };
const board = { name: 'For the board', path: '/?range=30d&zone=Europe%2FBerlin', lifetime: '30d' };

export async function shareLinks({ say, get, post, delete: remove, pages, wait }: Recorder) {
  say('Making share links');
  await get(path);
  const first = await post<ShareLinkCreated>(path, board);
  const { body: short } = await post<ShareLinkCreated>(path, { name: 'Today', path: '/', lifetime: '12h' });
  await post(path);
  await post(path, { name: '', path: '//evil.example', lifetime: '1y', scopes: ['admin'] });
  await post(path, { ...board, path: 'javascript:alert(1)' });
  await post(path, { ...board, path: `/${'x'.repeat(2000)}` });

  say('Opening a share link');
  const { body: opened } = await post<ApiKeyCreated>(signIn, { code: first.body.code }, anonymous);
  await post(signIn, { code: first.body.code }, anonymous);
  await post(signIn, { code: createShareCode('main') }, anonymous);
  await post(signIn, { code: createShareCode('nowhere') }, anonymous);
  await post(signIn, { code: 'ffshare_main_nonsense' }, anonymous);
  await get('/v0/api_keys/current', { key: opened.key });
  await post(path, board, { key: opened.key });
  await get(path, { key: opened.key });
  await get('/v0/accounts', { key: first.body.code });

  say('Reading share links');
  await pages(`${path}?limit=1`, ['share_links']);
  await get(`${path}?limit=0&cursor=x`);

  say('Their end');
  await remove(`${path}/${first.body.shareLinkId}`);
  await remove(`${path}/${first.body.shareLinkId}`);
  await remove(`${path}/nothing`);
  await post(signIn, { code: first.body.code }, anonymous);
  await get('/v0/accounts', { key: opened.key });
  wait(12 * 3_600_000);
  await post(signIn, { code: short.code }, anonymous);
  await get(path);

  say('A full workspace');
  await env.DB.prepare(
    `insert into api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path, shared_by)
     select 'api_key_' || key, key, 'x', '["read"]', 0, 9e12, '/', 'x' from json_each(?)`,
  )
    .bind(JSON.stringify(Array(100).fill(0)))
    .run();
  await post(path, board);
}
