import { env } from 'cloudflare:workers';
import type { View } from '../../../src/analytics/views/schemas.ts';
import type { Recorder } from './recorder.ts';

const views = '/v0/views';

async function saving({ say, get, post }: Recorder) {
  say('Saving views');
  await get(views);
  const saved = await post<View>(views, { name: 'Newsletter', address: '/?utmSource=newsletter' });
  await post(views, { name: 'Ärzte in 東京', address: '/pages?country=JP#b c' });
  await post(views, { name: 'NEWSLETTER', address: '/' });
  await post(views);
  await post(views, { name: ' ', address: '//evil.example', author: 'me' });
  await post(views, { name: 'n'.repeat(101), address: 'javascript:alert(1)' });
  await post(views, { name: 'Long', address: `/${'x'.repeat(2000)}` });
  return saved.body.viewId;
}

/** Views: saving, listing, changing, deleting. */
export async function viewSlice(recorder: Recorder): Promise<void> {
  const { say, get, post, patch, delete: remove, pages } = recorder;
  const path = `${views}/${await saving(recorder)}`;
  say('Lists');
  await get(views);
  await pages(`${views}?limit=1`, ['views']);
  await get(`${views}?limit=0`);
  say('Reading and changing');
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${views}/nothing`);
  await patch(path, { name: 'newsletter', address: '/' }, { headers: { 'if-match': tag } });
  await patch(path, { address: '/late' }, { headers: { 'if-match': tag } });
  await patch(path, { name: 'arzte in 東京' });
  await patch(path, {});
  await patch(`${views}/nothing`, { address: '/' });
  await patch(path, { name: '', address: '\\' });
  say('Deleting');
  await remove(path, { headers: { 'if-match': tag } });
  await remove(path);
  await remove(path);
  await get(path);
  await post(views, { name: 'Newsletter', address: '/' });
  await remove(`${views}/nothing`);
  say('A full workspace');
  await env.DB.prepare(
    `insert into views (view_id, name, name_key, address, author, revision, write_id, created_at, updated_at)
     select 'view_' || key, 'x' || key, 'x' || key, '/', 'x', 1, '', 0, 0 from json_each(?)`,
  )
    .bind(JSON.stringify(Array(1000).fill(0)))
    .run();
  await post(views, { name: 'Another', address: '/' });
}
