import type { Page } from '../../../../src/content/pages/schemas.ts';
import type {
  PageLinkResolution,
  ResolveBatchResult,
} from '../../../../src/visits/page-links/resolve-schemas.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { newAudience, patch as patchAudience, pathOf } from '../../support/audiences.ts';
import { type Problem, type RequestOptions, send } from '../../support/client.ts';
import { newLink, unique } from '../../support/page-links.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { publish } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const resolve = (url: string, more: Record<string, string> = {}, options?: RequestOptions) =>
  send<PageLinkResolution & Problem>(
    'GET',
    `/v0/page_links/resolve?${new URLSearchParams({ url, ...more })}`,
    undefined,
    options,
  );
const each = (body: object, options?: RequestOptions) =>
  send<ResolveBatchResult & Problem>('POST', '/v0/page_links/resolve', body, options);

const newHost = () => `${unique()}.site.example`;
const domainOf = (domain: string) => ok(send<TenantDomain>('POST', '/v0/tenant_domains', { domain }));
const pageAt = (url: string): Promise<Page> => newPage({ url });
const linkTo = ({ pageId }: Pick<Page, 'pageId'>, fields: object = {}) =>
  newLink({ target: { targetType: 'page', pageId }, ...fields });
/** What an address leads to: a link, a page without a link, or the code of the problem. */
const found = async (url: string) => {
  const { status, body } = await resolve(url);
  if (status !== 200) return body.code;
  return body.pageLinkId ?? body.pageId;
};

describe('an address is found', () => {
  test('by a link of the tenant domain of its host, before anything else', async () => {
    const [host, path] = [newHost(), `/${unique()}`];
    const page = await pageAt(`https://${host}${path}`);
    const { tenantDomainId } = await domainOf(host);
    const { pageLinkId } = await linkTo(page, { path });
    expect(await found(`https://${host}${path}`)).toBe(pageLinkId);
    const own = await linkTo({ pageId: await newPageId() }, { path, tenantDomainId });
    for (const url of [
      `https://${host}${path}`,
      `http://${host}:8080${path}/?q=1#x`,
      `https://${host}${path}.`,
    ])
      expect(await found(url), url).toBe(own.pageLinkId);
    // A tenant domain is one host, and a link to a page of another host is not of it.
    const elsewhere = await linkTo({ pageId: await newPageId() });
    expect(await found(`https://${host}${elsewhere.path}`)).toBe('page_link_not_found');
    expect(await found(`https://www.${host}${path}x`)).toBe('page_link_not_found');
  });

  test('by a link without a domain to a page of its host, before the page itself', async () => {
    const [host, path] = [newHost(), `/${unique()}`];
    const page = await pageAt(`https://${host}${path}`);
    expect(await found(`https://${host}${path}`)).toBe(page.pageId);
    const link = await linkTo(page, { path });
    for (const url of [
      `https://${host}${path}`,
      `http://www.${host}${path}/`,
      `https://${host}/x/..${path}?utm_source=a#top`,
      `https://${host}${path}),`,
    ])
      expect(await found(url), url).toBe(link.pageLinkId);
  });

  test('on two websites of one workspace, each with its own pages at the same paths', async () => {
    const [shop, blog, path] = [newHost(), newHost(), `/${unique()}`];
    const pages = [await pageAt(`https://${shop}/`), await pageAt(`https://${blog}/`)];
    for (const host of [shop, blog]) await ok(send('POST', '/v0/websites', { origin: `https://${host}` }));
    const link = await linkTo(pages[0] ?? { pageId: '' }, { path });
    expect(await found(`https://${shop}${path}`)).toBe(link.pageLinkId);
    expect(await found(`https://${blog}${path}`)).toBe('page_link_not_found');
    expect(await found(`https://${shop}/`)).toBe(pages[0]?.pageId);
    expect(await found(`https://${blog}/`)).toBe(pages[1]?.pageId);
  });

  test('by a link without a domain on a website that has no pages, as a short or a test host', async () => {
    const [host, path] = [newHost(), `/${unique()}`];
    const link = await linkTo({ pageId: await newPageId() }, { path });
    expect(await found(`https://${host}${path}`)).toBe('page_link_not_found');
    const website = await ok(
      send<{ websiteId: string }>('POST', '/v0/websites', { origin: `https://${host}` }),
    );
    expect(await found(`https://${host}${path}`)).toBe(link.pageLinkId);
    // Where its host has a page, a link without a domain to another one is not of this website.
    const page = await pageAt(`https://${host}/`);
    expect(await found(`https://${host}${path}`)).toBe('page_link_not_found');
    await send('PATCH', `/v0/pages/${page.pageId}`, { url: `https://${newHost()}/` });
    expect(await found(`https://${host}${path}`)).toBe(link.pageLinkId);
    await send('DELETE', `/v0/websites/${website.websiteId}`);
    expect(await found(`https://${host}${path}`)).toBe('page_link_not_found');
  });

  test('as a page by its own URL: its id and words, and no link', async () => {
    const host = newHost();
    const page = await pageAt(`https://${host}/Preise/%C3%BCber`);
    const { body, headers, cost } = await resolve(`https://${host}/Preise/über`);
    expect(body).toMatchObject({
      pageLinkId: null,
      tenantDomainId: null,
      path: null,
      target: null,
      source: 'page',
      pageId: page.pageId,
      audienceId: null,
      versionId: null,
      content: { title: 'Pricing', url: page.url, supplementaryContext: null },
      preview: null,
    });
    expect([cost.trips, cost.written]).toEqual([1, 0]);
    const etag = headers.get('etag') ?? '';
    const again = () => resolve(`https://${host}/Preise/über`, {}, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await send('PATCH', `/v0/pages/${page.pageId}`, { title: 'Other' });
    expect((await again()).body.content.title).toBe('Other');
  });

  test('as the page whose query is closest', async () => {
    const host = newHost();
    const plain = await pageAt(`https://${host}/p`);
    const one = await pageAt(`https://${host}/p?id=1`);
    const fragment = await pageAt(`https://${host}/p#/one`);
    const of = (end: string) => found(`https://${host}/p${end}`);
    expect(await of('')).toBe(plain.pageId);
    expect(await of('/')).toBe(plain.pageId);
    expect(await of('?id=1')).toBe(one.pageId);
    expect(await of('/?id=1#x')).toBe(one.pageId);
    expect(await of('?id=2')).toBe(plain.pageId);
    expect(await of('#/one')).toBe(fragment.pageId);
    expect(await of('#/two')).toBe(plain.pageId);
    expect(await of('/more')).toBe('page_link_not_found');
    expect(await found(`https://${host}:444/p`)).toBe('page_link_not_found');
  });

  test('with the draft of a preview', async () => {
    const host = newHost();
    const page = await pageAt(`https://${host}/`);
    const of = await ok(
      send<Awaited<ReturnType<typeof newAudience>>>('POST', `/v0/pages/${page.pageId}/audiences`, {
        supplementaryContext: 'live',
      }),
    );
    await publish(of, of.latestVersion);
    await ok(patchAudience(of, { supplementaryContext: 'next' }));
    const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
    const { token } = await ok(send<{ token: string }>('POST', `${pathOf(of)}/preview`, {}));
    const wordsAt = async (url: string, preview: string) => {
      const { body, headers } = await resolve(url, { preview });
      expect(headers.get('cache-control')).toBe('no-store');
      return [body.content.supplementaryContext, body.preview?.status];
    };
    expect(await wordsAt(`https://${host}${path}`, token)).toEqual(['next', 'shown']);
    expect(await wordsAt(`https://${host}${path}`, 'x')).toEqual(['live', 'unknown']);
    expect(await wordsAt(`https://${host}/`, token)).toEqual([null, 'unknown']);
  });

  test.each([
    ['url=/a', [['url', 'invalid_format']]],
    ['url=ftp://x.example/', [['url', 'invalid_format']]],
    ['url=https://zoe@x.example/', [['url', 'invalid_format']]],
    ['url=', [['path', 'required']]],
    ['url=https://x.example/&path=/a', [['url', 'not_allowed']]],
    ['url=https://x.example/&tenantDomainId=t', [['tenantDomainId', 'not_allowed']]],
    ['url=https://x.example/&url=https://y.example/', [['url', 'invalid_type']]],
  ])('not with %s', async (query, violations) => {
    const reply = await send<Problem>('GET', `/v0/page_links/resolve?${query}`);
    expect(reply.body.errors?.map(({ path, code }) => [path, code])).toEqual(violations);
    expect([reply.status, reply.cost.trips]).toEqual([400, 0]);
  });

  test('as nothing, whatever its text', async () => {
    for (const url of [
      'https://none.example/%FF',
      `https://none.example/${'%25'.repeat(3000)}`,
      "https://none.example/' or 1=1 --",
      'https://none.example/%00',
      'https://[::1]/',
      'http://localhost',
    ])
      expect(await found(url), url).toBe('page_link_not_found');
  });
});

describe('many at once', () => {
  test('are answered in order, each as alone, in one round trip that writes nothing', async () => {
    const host = newHost();
    const page = await pageAt(`https://${host}/`);
    const audience = await newAudience({ supplementaryContext: 'for them' });
    await publish(audience, audience.latestVersion);
    const { tenantDomainId } = await domainOf(newHost());
    const links = [
      await linkTo(page),
      await newLink({ target: { targetType: 'audience', audienceId: audience.audienceId } }),
    ];
    const paths = [
      ...links.map(({ path }) => path),
      '/nobody-has-this',
      `${links[0]?.path}.`,
      '/a?b',
      links[0]?.path,
    ];
    const { body, cost, headers } = await writesNothing(() => each({ paths }));
    expect(cost.trips).toBe(1);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.results.map(({ status }) => status)).toEqual([200, 200, 404, 200, 400, 200]);
    const alone = async (path = '') =>
      (await send<PageLinkResolution>('GET', `/v0/page_links/resolve?${new URLSearchParams({ path })}`)).body;
    for (const index of [0, 1, 3, 5]) {
      expect(body.results[index]?.resolution).toEqual(await alone(paths[index]));
      expect(body.results[index]?.problem).toBeNull();
    }
    expect(body.results[2]).toMatchObject({ resolution: null, problem: { code: 'page_link_not_found' } });
    expect(body.results[4]?.problem?.errors).toMatchObject([{ in: 'body', path: 'paths.4' }]);

    const onDomain: PageLink = await linkTo(page, { path: links[0]?.path, tenantDomainId });
    const ofDomain = await each({ paths: [onDomain.path, links[1]?.path], tenantDomainId });
    expect(ofDomain.body.results.map(({ resolution }) => resolution?.pageLinkId)).toEqual([
      onDomain.pageLinkId,
      undefined,
    ]);
    const urls = [`https://${host}${links[0]?.path}`, `https://${host}/`, 'nothing', 'https://none.example/'];
    const byUrl = (await each({ urls })).body.results;
    expect(byUrl.map(({ status }) => status)).toEqual([200, 200, 400, 404]);
    expect(byUrl[0]?.resolution).toEqual((await resolve(urls[0] ?? '')).body);
    expect(byUrl[1]?.resolution).toEqual((await resolve(urls[1] ?? '')).body);
  });

  test('are 50 at most, in one round trip, and the same again', async () => {
    const page = await newPage();
    const links = await Promise.all(Array.from({ length: 50 }, () => linkTo(page)));
    const paths = links.map(({ path }) => path);
    const first = await each({ paths });
    expect([first.status, first.cost.trips, first.cost.written]).toEqual([200, 1, 0]);
    expect(first.body.results.map(({ resolution }) => resolution?.path)).toEqual(paths);
    const again = await each({ paths }, { headers: { 'idempotency-key': unique() } });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, null]);
    const refused = await each({ paths: [...paths, '/x'] });
    expect(refused.body.errors).toMatchObject([{ path: 'paths', code: 'too_long' }]);
  });

  test.each([
    [{}, [['paths', 'required']]],
    [{ paths: [] }, [['paths', 'too_short']]],
    [{ paths: '/a' }, [['paths', 'invalid_type']]],
    [{ paths: ['/a'], urls: ['https://x.example/'] }, [['urls', 'not_allowed']]],
    [{ urls: ['https://x.example/'], tenantDomainId: 't' }, [['tenantDomainId', 'not_allowed']]],
    [{ paths: ['/a'], preview: 'x' }, [['preview', 'unknown_field']]],
  ])('are refused as a whole: %j', async (body, violations) => {
    const reply = await each(body);
    expect(reply.body.errors?.map(({ path, code }) => [path, code])).toEqual(violations);
    expect([reply.status, reply.cost.trips]).toEqual([400, 0]);
  });

  test('are each refused for what is no text', async () => {
    const { body, cost } = await each({ paths: [null, 1, {}, ['/a'], '', '/%', '/'.repeat(30_000)] });
    expect(body.results.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400]);
    expect(cost.trips).toBe(0);
  });
});
