import { env } from 'cloudflare:workers';
import { newId } from '../../../../src/lib/ids.ts';
import type { PageLinkResolution } from '../../../../src/visits/page-links/resolve-schemas.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { insertAudience } from '../../support/audiences.ts';
import { mintKey, type Problem, type RequestOptions, send } from '../../support/client.ts';
import { newDomain, newLink, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { insertVersion } from '../../support/versions.ts';

const cacheable = 'private, max-age=60, stale-while-revalidate=600';

function resolve(path: string, tenantDomainId?: string, options?: RequestOptions) {
  const parameters = new URLSearchParams({
    path,
    ...(tenantDomainId === undefined ? {} : { tenantDomainId }),
  });
  const url = `/v0/page_links/resolve?${parameters}`;
  return send<PageLinkResolution & Problem>('GET', url, undefined, options);
}
const visit = async ({ path, tenantDomainId }: PageLink, headers: Record<string, string> = {}) =>
  resolve(path, tenantDomainId ?? undefined, { headers });

async function published(personId: string | null = null) {
  const pageId = await newPageId();
  const audienceId = await insertAudience(pageId, { personId });
  await insertVersion(audienceId, 1, 'archived');
  const live = await insertVersion(audienceId, 2, 'published');
  await insertVersion(audienceId, 3, 'draft');
  const link = await newLink({ target: { targetType: 'audience', audienceId } });
  return { pageId, audienceId, link, ...live };
}
const update = (sql: string, ...values: (string | number | null)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

test('a visit of a link that is pasted from a sentence gets the link without what the sentence has left', async () => {
  const target = { targetType: 'page' as const, pageId: await newPageId() };
  const { path, pageLinkId } = await newLink({ target });
  // The first request looks up the key, too.
  await resolve(path);
  const { read } = (await resolve(path)).cost;
  for (const end of ['.', ')', ').', ',', '!', '…', '"', '>']) {
    const reply = await resolve(path + end);
    expect([reply.status, reply.body.pageLinkId], end).toEqual([200, pageLinkId]);
    expect([reply.cost.trips, reply.cost.read], end).toEqual([1, read]);
  }
  // A link with such an end comes first.
  const exact = await newLink({ path: `${path}.`, target });
  expect((await resolve(`${path}.`)).body.pageLinkId).toBe(exact.pageLinkId);
  expect((await resolve(`${path}-`)).status).toBe(404);
});

describe('a visit', () => {
  test('of an audience gets its published snapshot, as it was frozen', async () => {
    const personId = newId('person');
    const { pageId, audienceId, link, versionId, content } = await published(personId);
    await send('PATCH', `/v0/pages/${pageId}`, { title: 'Changed since', metadata: { author: 'Somebody' } });
    const reply = await visit(link);
    expect([reply.status, reply.cost.trips, reply.cost.written]).toEqual([200, 1, 0]);
    // It is for a person.
    const shown = { ...content, metadata: { ...content.metadata, robots: ['noindex'] } };
    const served = { source: 'audience', audienceId, personId, versionId, versionNumber: 2, content: shown };
    expect(reply.body).toMatchObject(served);
  });

  /** What the answer for a described page has. */
  const pageAnswer = {
    source: 'page',
    audienceId: null,
    personId: null,
    versionId: null,
    versionNumber: null,
    content: { metadata: { description: 'Of the page' }, supplementaryContext: null },
  };
  const describedPage = async () => {
    const pageId = await newPageId();
    await send('PATCH', `/v0/pages/${pageId}`, { metadata: { description: 'Of the page' } });
    return pageId;
  };

  test('of a page gets no snapshot of its audiences', async () => {
    const { audienceId } = await published();
    const link = await newLink({ target: { targetType: 'page', audienceId } });
    expect((await visit(link)).body).toMatchObject({ source: 'page', audienceId: null, versionId: null });
  });

  test.each([
    ['that has no version', []],
    ['of which nothing is published', ['archived', 'draft', 'pending', 'queued', 'processing', 'cancelled']],
  ] as const)('of an audience %s gets the page', async (_what, statuses) => {
    const audienceId = await insertAudience(await describedPage(), { personId: newId('person') });
    let number = 1;
    for (const status of statuses) await insertVersion(audienceId, number++, status);
    const link = await newLink({ target: { targetType: 'audience', audienceId } });
    expect((await visit(link)).body).toMatchObject(pageAnswer);
  });

  test('of an archived audience gets the page, and its words again once it is restored', async () => {
    const { audienceId, link } = await published();
    const archive = (at: number | null) =>
      update('update audiences set archived_at = ? where audience_id = ?', at, audienceId);
    const sources = [];
    for (const at of [null, 1, null]) {
      await archive(at);
      sources.push((await visit(link)).body.source);
    }
    expect(sources).toEqual(['audience', 'page', 'audience']);
  });

  test('finds a path that is decoded twice: as a query, and as the path that a browser has encoded', async () => {
    const link = await newLink({
      path: `/${unique()}/50%25 für`,
      target: { targetType: 'page', pageId: await newPageId() },
    });
    const { pathname } = new URL(`https://site.example${link.path}`);
    expect(pathname).toMatch(/50%25%20f%C3%BCr$/);
    expect((await resolve(pathname)).body.pageLinkId).toBe(link.pageLinkId);
    // What is encoded once is another path, or none.
    expect((await send<Problem>('GET', `/v0/page_links/resolve?path=${pathname}`)).status).toBe(400);
  });

  test('finds links of its own domain only', async () => {
    const [first, second] = [await newDomain(), await newDomain()];
    const path = `/${unique()}`;
    const target = { targetType: 'page', pageId: await newPageId() };
    const onFallback = await newLink({ path, target });
    const onFirst = await newLink({ path, tenantDomainId: first, target });
    expect((await resolve(path)).body.pageLinkId).toBe(onFallback.pageLinkId);
    expect((await resolve(path, first)).body.pageLinkId).toBe(onFirst.pageLinkId);
    for (const domain of [second, 'tenant_domain_x']) expect((await resolve(path, domain)).status).toBe(404);
  });
});

describe('no link', () => {
  test.each(['deleted', 'renamed', 'moved'])('is found where one was %s', async (what) => {
    const link = await newLink({ target: { targetType: 'page', pageId: await newPageId() } });
    expect((await visit(link)).status).toBe(200);
    const at = `/v0/page_links/${link.pageLinkId}`;
    if (what === 'deleted') await send('DELETE', at);
    if (what === 'renamed') await send('PATCH', at, { path: `/${unique()}` });
    if (what === 'moved') await send('PATCH', at, { tenantDomainId: await newDomain() });
    const reply = await visit(link);
    expect([reply.status, reply.body.code, reply.cost.trips]).toEqual([404, 'page_link_not_found', 1]);
    expect(reply.headers.get('cache-control')).toBe('private, max-age=60');
    expect([reply.headers.get('vary'), reply.headers.get('etag')]).toEqual(['x-api-key', null]);
  });

  test.each([
    ['', [['path', 'required']]],
    ['?path=', [['path', 'required']]],
    ['?path=/a&path=/b', [['path', 'invalid_type']]],
    ['?path=/a%3Fb', [['path', 'invalid_value']]],
    ['?path=https://x/y', [['path', 'invalid_value']]],
    ['?path=/%25', [['path', 'invalid_format']]],
    ['?path=/%00', [['path', 'invalid_format']]],
  ])('is found with invalid parameters: %j', async (parameters, violations) => {
    const reply = await send<Problem>('GET', `/v0/page_links/resolve${parameters}`);
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.map(({ path, code }) => [path, code])).toEqual(violations);
    expect([reply.headers.get('cache-control'), reply.cost.trips]).toEqual(['no-store', 0]);
  });

  test('is found without a key', async () => {
    const { headers, status } = await resolve('/', undefined, { key: await mintKey(['write']) });
    expect([status, headers.get('cache-control')]).toEqual([403, 'no-store']);
  });
});

describe('the answer to a visit may be cached', () => {
  test('for a minute, for the same key only', async () => {
    const { link } = await published();
    const reply = await visit(link);
    expect(reply.headers.get('cache-control')).toBe(cacheable);
    expect(reply.headers.get('vary')).toBe('x-api-key');
    expect(reply.headers.get('etag')).toMatch(/^"[\w.]{1,98}"$/);
    expect(reply.headers.get('x-d1-bookmark')).toBeTruthy();
  });

  test('and revalidated', async () => {
    const { link } = await published(newId('person'));
    const etag = (await visit(link)).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const fresh = await visit(link, { 'if-none-match': tags });
      expect([fresh.status, fresh.text, fresh.cost.trips]).toEqual([304, '', 1]);
      expect(fresh.headers.get('etag')).toBe(etag);
      expect(fresh.headers.get('cache-control')).toBe(cacheable);
      expect(fresh.headers.get('vary')).toBe('x-api-key');
    }
    expect((await visit(link, { 'if-none-match': '"x"' })).status).toBe(200);
    const malformed = await visit(link, { 'if-none-match': 'x' });
    expect([malformed.status, malformed.headers.get('cache-control')]).toEqual([400, 'no-store']);
  });

  type Live = Awaited<ReturnType<typeof published>>;
  const at = ({ link }: Live) => `/v0/page_links/${link.pageLinkId}`;
  /** Changes of what a visitor gets, one after the other. No two states may have the same tag. */
  const changes: [string, (live: Live) => Promise<unknown>][] = [
    [
      'the person is erased',
      ({ audienceId }) => update('UPDATE audiences SET person_id = NULL WHERE audience_id = ?', audienceId),
    ],
    [
      'a version is superseded',
      async ({ audienceId, versionId }) => {
        await update("UPDATE audience_versions SET status = 'archived' WHERE version_id = ?", versionId);
        await insertVersion(audienceId, 4, 'published');
      },
    ],
    [
      'the audience is archived',
      ({ audienceId }) => update('UPDATE audiences SET archived_at = 1 WHERE audience_id = ?', audienceId),
    ],
    ['the page changes', ({ pageId }) => send('PATCH', `/v0/pages/${pageId}`, { title: 'Other' })],
    [
      'the page changes again',
      ({ pageId }) => send('PATCH', `/v0/pages/${pageId}`, { metadata: { author: 'A' } }),
    ],
    [
      'it leads to the page',
      (live) => send('PATCH', at(live), { target: { targetType: 'page', pageId: live.pageId } }),
    ],
    [
      'it leads to another page',
      async (live) => send('PATCH', at(live), { target: { targetType: 'page', pageId: await newPageId() } }),
    ],
    [
      'another link has the path',
      async (live) => {
        await send('DELETE', at(live));
        await newLink({ path: live.link.path, target: { targetType: 'page', pageId: live.pageId } });
      },
    ],
  ];

  test('until any part of it changes', async () => {
    const live = await published(newId('person'));
    const states = new Map<string, string>();
    for (const [what, change] of [['nothing', async () => undefined], ...changes] as typeof changes) {
      await change(live);
      const reply = await visit(live.link);
      expect(reply.status, what).toBe(200);
      expect(states.has(reply.text), `${what} changes the answer`).toBe(false);
      const etag = reply.headers.get('etag') ?? '';
      expect([...states.values()], `${what} changes the tag`).not.toContain(etag);
      states.set(reply.text, etag);
      for (const before of states.values()) {
        const again = await visit(live.link, { 'if-none-match': before });
        expect(again.status, what).toBe(before === etag ? 304 : 200);
      }
    }
  });

  test('while only other data changes', async () => {
    const live = await published();
    const page = await newLink({ target: { targetType: 'page', pageId: live.pageId } });
    const tags = async () =>
      [await visit(live.link), await visit(page)].map(({ headers }) => headers.get('etag'));
    const before = await tags();
    await insertVersion(live.audienceId, 4, 'draft');
    await insertAudience(live.pageId);
    expect(await tags()).toEqual(before);
  });
});
