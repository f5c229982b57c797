import { env } from 'cloudflare:workers';
import type { Website } from '../../../src/visits/websites/schemas.ts';
import type { Recorder } from './recorder.ts';

const websites = '/v0/websites';

export async function websiteSlice(recorder: Recorder) {
  const { say, get, post, delete: remove, pages } = recorder;
  say('Creating websites');
  await get(websites);
  const shop = await post<Website>(websites, { origin: 'HTTPS://Shop.Müller.example:443/' });
  await post(websites, { origin: 'http://localhost:3000' });
  await post(websites, { origin: 'https://shop.xn--mller-kva.example' });
  await post(websites);
  await post(websites, { origin: 'https://shop.example/path', name: 'Shop' });
  await post(websites, { origin: `ftp://${'a'.repeat(300)}` });

  say('Reading websites');
  await pages(`${websites}?limit=1`, ['websites']);
  await get(`${websites}?limit=0&cursor=x`);
  await get(`${websites}/refused`);

  say('Deleting websites');
  await remove(`${websites}/${shop.body.websiteId}`);
  await remove(`${websites}/${shop.body.websiteId}`);
  await remove(`${websites}/nothing`);
  await post(websites, { origin: 'https://shop.xn--mller-kva.example' });
  await get(websites);

  say('A full workspace');
  await env.DB.prepare(
    `insert into websites (website_id, origin, created_at)
     select 'website_' || key, 'https://' || key || '.example', 0 from json_each(?)`,
  )
    .bind(JSON.stringify(Array(98).fill(0)))
    .run();
  await post(websites, { origin: 'https://shop.example' });
}
