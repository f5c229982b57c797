import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Recorder } from './recorder.ts';

const pages = '/v0/pages';

/** Every field of metadata that a request may have. */
export const fullMetadata = {
  title: 'Pricing · Größe 価格',
  description: 'Line "quoted" and another',
  keywords: ['a', 'ключ', '鍵'],
  author: 'Zoë',
  robots: ['noindex', 'max-image-preview:large'],
  canonicalUrl: 'https://Example.com/a b?x=é#f',
  ogTitle: 'og',
  ogDescription: 'og description',
  ogType: 'video.tv_show',
  ogImageAlt: 'alt',
  ogSiteName: 'site',
  ogUrl: 'http://og.example',
  twitterCard: 'summary_large_image',
  twitterTitle: 'twitter',
  twitterDescription: 'twitter description',
  twitterImageAlt: 'alt',
  twitterSite: '@site',
  twitterCreator: '@creator',
  themeColor: '#ff0000',
};

/** Pages and their metadata. */
export async function pageSlice({ say, get, post, patch, pages: list, ask }: Recorder) {
  say('Creating');
  const minimal = await post<Page>(pages, { title: 'Home', url: 'HTTPS://Acme.Example' });
  const full = await post<Page>(pages, {
    title: 'Pricing 価格',
    url: 'https://acme.example:8443/p r/ü?q=1#x',
    metadata: fullMetadata,
  });
  await post(pages, {
    title: 'Cleared',
    url: 'https://acme.example/c',
    metadata: { title: '', keywords: [], robots: null },
  });
  await post(pages, { title: 'Again', url: 'https://acme.example/' });
  await post(pages);
  await post(pages, {
    title: ' ',
    url: 'https://user@acme.example/',
    metadata: { ogImageUrl: 'x', robots: ['x'], ogType: 'y', keywords: [''] },
  });
  await post(pages, { title: 't'.repeat(256), url: 'ftp://x', metadata: [], audiencesCount: 1 });
  await post(pages, {
    title: 't',
    url: `https://x.example/${'ü'.repeat(500)}`,
    metadata: { title: 't'.repeat(301), canonicalUrl: '/x', twitterCard: '' },
  });
  await ask('POST', pages, {
    rawBody: '{"title":"t","url":"https://acme.example/d","metadata":{"title":"a","title":"b"}}',
  });

  say('Reading');
  const path = `${pages}/${full.body.pageId}`;
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(path, { headers: { 'if-none-match': `W/${tag}` } });
  await get(`${pages}/page_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get(pages);
  await list(`${pages}?limit=1`, ['pages']);
  await get(`${pages}?limit=000&cursor=`);
  await get(`${pages}?cursor=1`);

  say('Updating');
  await patch(
    path,
    { metadata: { title: null, keywords: ['only'], ogTitle: '' } },
    { headers: { 'if-match': tag } },
  );
  await patch(path, { title: 'stale' }, { headers: { 'if-match': tag } });
  await patch(path, { title: 'Prices', url: 'https://acme.example/prices' });
  await patch(path, { metadata: {} });
  await patch(path, {});
  await patch(path, { metadata: null });
  await patch(path, { url: 'https://acme.example' });
  await patch(path, { title: null, url: '', metadata: { themeColor: 1, slug: 'x' }, pageId: 'x' });
  await patch(`${pages}/nothing`, { title: 'x' });
  await get(`${pages}/${minimal.body.pageId}`);
  await ask('DELETE', path);
  await ask('OPTIONS', path, { key: null });
}
