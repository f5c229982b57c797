import { env } from 'cloudflare:workers';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Topic, TopicEntry } from '../../src/content/topics/schemas.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import type { PageLink } from '../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../src/visits/tenant-domains/schemas.ts';
import type { Website } from '../../src/visits/websites/schemas.ts';
import { send } from '../worker/support/client.ts';
import { bigPage } from '../worker/support/load/content.ts';
import { mcp, post as postToMcp } from '../worker/support/mcp.ts';
import { at, etagOf, made, nextPage, type Row, row, unique } from './budget.ts';

const page = () => made<Page>('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` });
const audiences = `/v0/pages/${bigPage}/audiences`;
const person = () => made<Person>('/v0/persons', { name: unique() });

/** An audience of the page with many audiences, for a person. Its first version is a draft. */
async function audience(fields: object = {}) {
  const { personId } = await person();
  const body = await made<Audience>(audiences, { personId, supplementaryContext: 'a', ...fields });
  const path = `${audiences}/${body.audienceId}`;
  return { path, version: `${path}/versions/${body.latestVersion.versionId}`, audienceId: body.audienceId };
}

async function post(path: string, body: object = {}): Promise<void> {
  const { status, text } = await send('POST', path, body);
  if (status !== 200) throw new Error(text);
}

const publishRoute = '/v0/pages/:page_id/publishes';
const bigPublishes = `/v0/pages/${bigPage}/publishes`;
/** 20 of the loaded publishes were then, 10 of them of the first load. */
const publishRange = 'startDate=2001-09-09T01:46:40Z&endDate=2001-09-09T01:46:40.010Z';

/** An audience with a live version, followed by a draft. */
async function liveAudience() {
  const { path, version, audienceId } = await audience();
  await env.DB.prepare(
    "update audience_versions set status = 'published', snapshot = '{}' where audience_id = ?",
  )
    .bind(audienceId)
    .run();
  await post(`${path}/versions`);
  const { body } = await send<Audience>('GET', path);
  return { path, live: version, draft: `${path}/versions/${body.latestVersion.versionId}`, audienceId };
}

/** As `liveAudience`, with 300 old versions between the two. */
async function oldAudience() {
  const { path, version, audienceId } = await audience();
  await env.DB.prepare(
    `with recursive n (n) as (select 2 union all select n + 1 from n where n < 301)
    insert into audience_versions (audience_id, version_number, version_id, status, is_new_page_agent,
      created_at, transition_id, snapshot)
    select audience_id, n, version_id || n, iif(n = 301, 'published', 'archived'), 0, 0, version_id || n, '{}'
    from audience_versions, n where audience_id = ?`,
  )
    .bind(audienceId)
    .run();
  await post(`${path}/versions`);
  const { body } = await send<Audience>('GET', path);
  return { path, audienceId, first: version, draft: `${path}/versions/${body.latestVersion.versionId}` };
}

const domain = async () =>
  (await made<TenantDomain>('/v0/tenant_domains', { domain: `${unique()}.example` })).tenantDomainId;
const newOrigin = () => `https://${unique()}.example`;
const toPage = { targetType: 'page', pageId: bigPage };
const link = (fields: object = {}) =>
  made<PageLink>('/v0/page_links', { path: `/budget/${unique()}`, target: toPage, ...fields });
const linkPath = async (fields: object = {}) => `/v0/page_links/${(await link(fields)).pageLinkId}`;
const toAudience = async () => ({ targetType: 'audience', audienceId: (await audience()).audienceId });

/** An audience with 1,200 links, half of them on a domain. */
async function linkedAudience() {
  const { path, audienceId } = await audience();
  await env.DB.prepare(
    `with recursive n (n) as (select 1 union all select n + 1 from n where n < 1200)
    insert into page_links (page_link_id, tenant_domain_id, path, search_path, target_type, page_id, audience_id,
      revision, write_id, created_at, updated_at)
    select 'page_link_' || ?1 || n, iif(n % 2, null, 'tenant_domain_x'), '/' || ?1 || '/' || n, '', 'audience', ?2, ?1,
      1, '', 0, 0 from n`,
  )
    .bind(audienceId, bigPage)
    .run();
  return { path };
}

async function topic(entries = 3) {
  const { topicId } = await made<Topic>('/v0/topics', { title: unique() });
  const path = `/v0/topics/${topicId}`;
  const paths: string[] = [];
  for (let n = 0; n < entries; n++) {
    const { topicEntryId } = await made<TopicEntry>(`${path}/entries`, { content: entryContent });
    paths.push(`${path}/entries/${topicEntryId}`);
  }
  return { path, entry: paths.at(-1) ?? '' };
}
const entryContent = { type: 'text', content: 'budget' };

const audienceRoute = '/v0/pages/:page_id/audiences/:audience_id';
const versionRoute = `${audienceRoute}/versions/:version_id`;
const topicRoute = '/v0/topics/:topic_id';
const entryRoute = `${topicRoute}/entries/:topic_entry_id`;
const entryNone = 'topic_entry_01kafz8q6tf7n9t3cwh2k5v4xe';

/** The rows of docs/operators/cost.md for pages, audiences, versions, page links, tenant domains and topics. */
export const contentTable: Row[] = [
  row('POST /v0/pages', 'new', [201, 7, 3], () =>
    at('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` }),
  ),
  row('POST /v0/pages', 'URL of another', [409, 6, 0], async () => {
    const { url } = await page();
    return at('/v0/pages', { title: 'Budget', url });
  }),
  row('GET /v0/pages', '50 a page', [200, 52, 0], () => at('/v0/pages')),
  row('GET /v0/pages', 'second page of 100', [200, 102, 0], () => nextPage('/v0/pages?limit=100')),
  row('GET /v0/pages/:page_id', 'the largest', [200, 1, 0], () => at(`/v0/pages/${bigPage}`)),
  row('GET /v0/pages/:page_id', 'not modified', [304, 1, 0], async () =>
    at(`/v0/pages/${bigPage}`, undefined, { 'if-none-match': await etagOf(`/v0/pages/${bigPage}`) }),
  ),
  row('GET /v0/pages/:page_id', 'not found', [404, 0, 0], () => at('/v0/pages/page_none')),
  row('PATCH /v0/pages/:page_id', 'title, URL and metadata, with If-Match', [200, 6, 2], async () => {
    const path = `/v0/pages/${(await page()).pageId}`;
    const change = { title: 'B', url: `https://${unique()}.example/`, metadata: { title: 'B' } };
    return at(path, change, { 'if-match': await etagOf(path) });
  }),
  row('PATCH /v0/pages/:page_id', 'nothing', [200, 1, 0], () => at(`/v0/pages/${bigPage}`, {})),
  row('PATCH /v0/pages/:page_id', 'If-Match with another tag', [412, 5, 0], () =>
    at(`/v0/pages/${bigPage}`, { title: 'B' }, { 'if-match': '"0"' }),
  ),
  row('GET /v0/pages/:page_id/audiences', '100 a page', [200, 305, 0], () => at(audiences)),
  row('GET /v0/pages/:page_id/audiences', 'second page of 50', [200, 155, 0], () =>
    nextPage(`${audiences}?limit=50`),
  ),
  row('GET /v0/pages/:page_id/audiences', 'not found', [404, 0, 0], () =>
    at('/v0/pages/page_none/audiences'),
  ),
  row('POST /v0/pages/:page_id/audiences', 'without a person', [201, 15, 7], () => at(audiences, {})),
  row('POST /v0/pages/:page_id/audiences', 'for a person', [201, 20, 10], async () =>
    at(audiences, { personId: (await person()).personId, customName: 'B', supplementaryContext: 'b' }),
  ),
  row('POST /v0/pages/:page_id/audiences', 'for a person that has one already', [409, 11, 0], async () => {
    const { personId } = await person();
    await made(audiences, { personId });
    return at(audiences, { personId });
  }),
  row(`GET ${audienceRoute}`, 'a person, a live version and a draft', [200, 6, 0], async () =>
    at((await liveAudience()).path),
  ),
  row(`GET ${audienceRoute}`, '302 versions', [200, 6, 0], async () => at((await oldAudience()).path)),
  row(`GET ${audienceRoute}`, 'not found', [404, 2, 0], () => at(`${audiences}/audience_none`)),
  row('GET /v0/audiences/:audience_id', '302 versions', [200, 7, 0], async () =>
    at(`/v0/audiences/${(await oldAudience()).audienceId}`),
  ),
  row('GET /v0/audiences/:audience_id', 'not modified', [304, 7, 0], async () => {
    const path = `/v0/audiences/${(await liveAudience()).audienceId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  }),
  row('GET /v0/audiences/:audience_id', 'not found', [404, 0, 0], () => at('/v0/audiences/audience_none')),
  row(`PATCH ${audienceRoute}`, 'overrides, with If-Match', [200, 20, 6], async () => {
    const { path } = await liveAudience();
    const change = { customName: 'B', metadataOverride: { title: 'B' } };
    return at(path, change, { 'if-match': await etagOf(path) });
  }),
  row(`PATCH ${audienceRoute}`, 'overrides, opening a draft', [200, 14, 4], async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(path, { metadataOverride: { title: 'B' } });
  }),
  row(`PATCH ${audienceRoute}`, 'supplementary context of the draft', [200, 16, 3], async () =>
    at((await audience()).path, { supplementaryContext: 'b' }),
  ),
  row(`PATCH ${audienceRoute}`, 'supplementary context, opening a draft', [200, 16, 4], async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(path, { supplementaryContext: 'b' });
  }),
  row(`PATCH ${audienceRoute}`, 'nothing', [200, 6, 0], async () => at((await liveAudience()).path, {})),
  row(`PATCH ${audienceRoute}`, 'If-Match with another tag', [412, 13, 0], async () =>
    at((await liveAudience()).path, { customName: 'B' }, { 'if-match': '"0"' }),
  ),
  row(`POST ${audienceRoute}/archive`, 'with a version in flight', [200, 15, 4], async () => {
    const { path, version } = await audience();
    // Set in the row, because the real queue would publish the version at once.
    await env.DB.prepare(
      "update audience_versions set status = 'queued', sweep_at = 9e15 where version_id = ?",
    )
      .bind(version.split('/').at(-1) ?? '')
      .run();
    return at(`${path}/archive`, {});
  }),
  row(`POST ${audienceRoute}/archive`, '302 versions', [200, 12, 2], async () =>
    at(`${(await oldAudience()).path}/archive`, {}),
  ),
  row(`POST ${audienceRoute}/archive`, 'archived already', [200, 12, 0], async () => {
    const { path } = await liveAudience();
    await post(`${path}/archive`);
    return at(`${path}/archive`, {});
  }),
  row('GET /v0/audiences', '50 of more than 1,000 that match', [200, 1508, 0], () =>
    at('/v0/audiences?query=loaded'),
  ),
  row('GET /v0/audiences', 'one of a rare name', [200, 11, 0], async () => {
    const name = unique();
    await audience({ customName: name });
    return at(`/v0/audiences?query=${name}`);
  }),
  row('GET /v0/audiences', 'none', [200, 0, 0], () => at('/v0/audiences?query=zzzzzz')),
  row(`POST ${audienceRoute}/preview`, 'a draft', [200, 6, 0], async () =>
    at(`${(await audience()).path}/preview`, {}),
  ),
  row(`POST ${audienceRoute}/restore`, 'archived', [200, 10, 1], async () => {
    const { path } = await liveAudience();
    await post(`${path}/archive`);
    return at(`${path}/restore`, {});
  }),
  row(`GET ${audienceRoute}/versions`, '2 versions', [200, 8, 0], async () =>
    at(`${(await liveAudience()).path}/versions`),
  ),
  row(`GET ${audienceRoute}/versions`, '50 of 302 versions', [200, 56, 0], async () =>
    at(`${(await oldAudience()).path}/versions`),
  ),
  row(`POST ${audienceRoute}/versions`, 'opens a draft', [200, 14, 4], async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(`${path}/versions`, {});
  }),
  row(`POST ${audienceRoute}/versions`, 'a draft is open', [200, 13, 1], async () =>
    at(`${(await liveAudience()).path}/versions`, {}),
  ),
  row(`GET ${versionRoute}`, 'found', [200, 5, 0], async () => at((await liveAudience()).draft)),
  row(`GET ${versionRoute}`, 'not found', [404, 4, 0], async () =>
    at(`${(await liveAudience()).path}/versions/version_none`),
  ),
  row(`GET ${versionRoute}/content`, 'live', [200, 6, 0], async () =>
    at(`${(await liveAudience()).live}/content`),
  ),
  row(`GET ${versionRoute}/content`, 'a draft', [200, 8, 0], async () =>
    at(`${(await liveAudience()).draft}/content`),
  ),
  row(`POST ${versionRoute}/ready`, 'pending', [200, 13, 3], async () =>
    at(`${(await audience({ status: 'pending' })).version}/ready`, {}),
  ),
  row(
    `POST ${versionRoute}/publish`,
    'a draft, with an operation key and If-Match',
    [200, 19, 5],
    async () => {
      const { path, draft } = await liveAudience();
      return at(`${draft}/publish`, { operationKey: unique() }, { 'if-match': await etagOf(path) });
    },
  ),
  row(`GET ${publishRoute}`, '50 a page, of more than 1,000', [200, 1107, 0], () => at(bigPublishes)),
  row(`GET ${publishRoute}`, 'second page of 100', [200, 1205, 0], () =>
    nextPage(`${bigPublishes}?limit=100`),
  ),
  row(`GET ${publishRoute}`, 'of a range', [200, 62, 0], () => at(`${bigPublishes}?${publishRange}`)),
  row(`GET ${publishRoute}`, 'none in the range', [200, 3, 0], () =>
    at(`${bigPublishes}?endDate=1991-01-01T00:00:00Z`),
  ),
  row(`GET ${publishRoute}`, 'of an unknown page', [404, 2, 0], () => at('/v0/pages/page_none/publishes')),
  row(`POST ${versionRoute}/publish`, 'the last of 302 versions', [200, 17, 5], async () =>
    at(`${(await oldAudience()).draft}/publish`, {}),
  ),
  row(`POST ${versionRoute}/publish`, 'for a later time', [200, 17, 5], async () =>
    at(`${(await liveAudience()).draft}/publish`, {
      publishAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  ),
  row(`POST ${versionRoute}/publish`, 'a known operation key', [200, 14, 0], async () => {
    const { version } = await audience();
    const operationKey = unique();
    await post(`${version}/publish`, { operationKey });
    return at(`${version}/publish`, { operationKey });
  }),
  row('POST /mcp', 'a confirmation that the user declined', [200, 4, 1], async () => {
    const { audienceId } = await audience();
    const call = (more: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'publish_audience', arguments: { pageId: bigPage, audienceId, ...more } },
    });
    const { text } = await postToMcp(call({}));
    const confirmation = /"confirmation\\":\\"([^"\\]+)/.exec(text)?.[1];
    const headers = { accept: 'application/json, text/event-stream' };
    return { ...at('/mcp', call({ confirmation, declined: true }), headers), bindings: mcp };
  }),
  row(`POST ${versionRoute}/publish`, 'a live version', [409, 12, 0], async () =>
    at(`${(await liveAudience()).live}/publish`, {}),
  ),
  row(`POST ${versionRoute}/cancel`, 'a draft', [200, 13, 3], async () =>
    at(`${(await liveAudience()).draft}/cancel`, {}),
  ),
  row(`POST ${versionRoute}/cancel`, 'a live version', [409, 11, 0], async () =>
    at(`${(await liveAudience()).live}/cancel`, {}),
  ),
  row('POST /v0/page_links', 'to a page', [201, 10, 12], () =>
    at('/v0/page_links', { path: `/budget/${unique()}`, target: toPage }),
  ),
  row('POST /v0/page_links', 'to an audience, on a domain', [201, 14, 13], async () =>
    at('/v0/page_links', {
      path: `/budget/${unique()}`,
      tenantDomainId: await domain(),
      target: await toAudience(),
    }),
  ),
  row('POST /v0/page_links', 'path of another', [409, 8, 0], async () => {
    const { path } = await link();
    return at('/v0/page_links', { path, target: toPage });
  }),
  row('GET /v0/page_links/search', '50 a page', [200, 52, 0], () => at('/v0/page_links/search')),
  row('GET /v0/page_links/search', 'of a page and a type, second page of 100', [200, 102, 0], () =>
    nextPage(`/v0/page_links/search?limit=100&pageId=${bigPage}&targetType=audience`),
  ),
  row('GET /v0/page_links/search', 'query with 10 matches', [200, 40, 0], async () => {
    const word = unique();
    for (let n = 0; n < 10; n++) await link({ path: `/${word}/${n}` });
    return at(`/v0/page_links/search?query=${word}/`);
  }),
  row('GET /v0/page_links/search', 'query without match', [200, 0, 0], () =>
    at('/v0/page_links/search?query=no-such-path'),
  ),
  row(`GET ${audienceRoute}/page_links`, '50 a page, of more than 1,000', [200, 1054, 0], async () =>
    at(`${(await linkedAudience()).path}/page_links`),
  ),
  row(`GET ${audienceRoute}/page_links`, 'second page of 100', [200, 1104, 0], async () =>
    nextPage(`${(await linkedAudience()).path}/page_links?limit=100`),
  ),
  row(`GET ${audienceRoute}/page_links`, 'one link', [200, 5, 0], async () => {
    const { path, audienceId } = await audience();
    await link({ target: { audienceId } });
    return at(`${path}/page_links`);
  }),
  row(`GET ${audienceRoute}/page_links`, 'not found', [404, 1, 0], () =>
    at(`${audiences}/audience_none/page_links`),
  ),
  row('GET /v0/page_links/resolve', 'a snapshot', [200, 4, 0], async () => {
    const { path } = await link({
      target: { targetType: 'audience', audienceId: (await liveAudience()).audienceId },
    });
    return at(`/v0/page_links/resolve?path=${path}`);
  }),
  row('GET /v0/page_links/resolve', 'a preview', [200, 10, 0], async () => {
    const { path: ofAudience, audienceId } = await audience();
    const { path } = await link({ target: { targetType: 'audience', audienceId } });
    const { body } = await send<{ token: string }>('POST', `${ofAudience}/preview`, {});
    return at(`/v0/page_links/resolve?path=${path}&preview=${body.token}`);
  }),
  row('GET /v0/page_links/resolve', 'nothing published: the page', [200, 3, 0], async () => {
    const { path } = await link({ target: await toAudience() });
    return at(`/v0/page_links/resolve?path=${path}`);
  }),
  row('GET /v0/page_links/resolve', 'a page', [200, 2, 0], async () =>
    at(`/v0/page_links/resolve?path=${(await link()).path}`),
  ),
  row('GET /v0/page_links/resolve', 'not found', [404, 0, 0], () =>
    at('/v0/page_links/resolve?path=/no-such-path'),
  ),
  row('GET /v0/page_links/:page_link_id', 'found', [200, 1, 0], async () => at(await linkPath())),
  row('GET /v0/page_links/:page_link_id', 'not found', [404, 0, 0], () =>
    at('/v0/page_links/page_link_none'),
  ),
  row('PATCH /v0/page_links/:page_link_id', 'path', [200, 12, 4], async () =>
    at(await linkPath(), { path: `/budget/${unique()}` }),
  ),
  row('PATCH /v0/page_links/:page_link_id', 'domain and target', [200, 31, 17], async () =>
    at(await linkPath(), { tenantDomainId: await domain(), target: await toAudience() }),
  ),
  row('PATCH /v0/page_links/:page_link_id', 'nothing', [200, 1, 0], async () => at(await linkPath(), {})),
  row('PATCH /v0/page_links/:page_link_id', 'path of another', [409, 9, 0], async () => {
    const { path } = await link();
    return at(await linkPath(), { path });
  }),
  row('DELETE /v0/page_links/:page_link_id', 'deleted', [200, 18, 7], async () => at(await linkPath())),
  row('DELETE /v0/page_links/:page_link_id', 'not found', [404, 3, 0], () =>
    at('/v0/page_links/page_link_none'),
  ),
  row('POST /v0/tenant_domains', 'new', [201, 8, 3], () =>
    at('/v0/tenant_domains', { domain: `${unique()}.example` }),
  ),
  row('GET /v0/tenant_domains', '50 a page', [200, 52, 0], () => at('/v0/tenant_domains')),
  row('POST /v0/websites', 'new', [201, 9, 4], () => at('/v0/websites', { origin: newOrigin() })),
  row('POST /v0/websites', 'origin of another', [409, 7, 0], async () => {
    const origin = newOrigin();
    await made('/v0/websites', { origin });
    return at('/v0/websites', { origin });
  }),
  row('GET /v0/websites', '50 a page', [200, 52, 0], () => at('/v0/websites')),
  row('GET /v0/websites', 'second page of 50', [200, 52, 0], () => nextPage('/v0/websites?limit=50')),
  row('GET /v0/websites/refused', '140 origins, 140 pages', [200, 840, 0], async () => {
    const today = Math.floor(Date.now() / 86_400_000);
    const fill = (table: string, said: string) =>
      env.DB.prepare(
        `insert or ignore into ${table} select ?1 - key % 7, ${said}, 1, 0, '' from json_each(?2)`,
      ).bind(today, JSON.stringify(Array(140).fill(0)));
    await env.DB.batch([
      // Those that other rows have noted.
      env.DB.prepare('delete from unknown_pages'),
      fill('refused_origins', "'https://r' || key || '.example'"),
      fill('unknown_pages', "'page_wrong_' || key"),
    ]);
    return at('/v0/websites/refused');
  }),
  row('DELETE /v0/websites/:website_id', 'deleted', [200, 6, 4], async () => {
    const { websiteId } = await made<Website>('/v0/websites', { origin: newOrigin() });
    return at(`/v0/websites/${websiteId}`);
  }),
  row('DELETE /v0/websites/:website_id', 'not found', [404, 3, 0], () => at('/v0/websites/website_none')),
  row('GET /v0/analytics/left_out', '50 a page', [200, 51, 0], () => at('/v0/analytics/left_out')),
  row('GET /v0/analytics/left_out', 'second page of 100', [200, 102, 0], () =>
    nextPage('/v0/analytics/left_out?limit=100'),
  ),
  row('GET /v0/analytics/left_out', 'of a page and 400 days', [200, 52, 0], () =>
    at(
      `/v0/analytics/left_out?pageId=${bigPage}&startDate=1970-01-02T00:00:00Z&endDate=1971-02-06T00:00:00Z`,
    ),
  ),
  row('GET /v0/topics', '50 a page, 3 entries each', [200, 256, 0], () => at('/v0/topics')),
  row('GET /v0/topics', 'second page of 100, 3 entries each', [200, 507, 0], () =>
    nextPage('/v0/topics?limit=100'),
  ),
  row('POST /v0/topics', 'last', [201, 7, 3], () => at('/v0/topics', { title: unique() })),
  row('POST /v0/topics', 'with an Idempotency-Key', [201, 13, 4], () =>
    at('/v0/topics', { title: unique() }, { 'idempotency-key': unique() }),
  ),
  row(`GET ${topicRoute}`, '3 entries', [200, 4, 0], async () => at((await topic()).path)),
  row(`GET ${topicRoute}`, 'not found', [404, 0, 0], () => at('/v0/topics/topic_none')),
  row(`PATCH ${topicRoute}`, 'every field, 3 entries', [200, 8, 2], async () =>
    at((await topic()).path, { title: 'B', purpose: 'b', sortOrder: 0.5, isDefault: true }),
  ),
  row(`PATCH ${topicRoute}`, 'nothing, 3 entries', [200, 4, 0], async () => at((await topic()).path, {})),
  row(`DELETE ${topicRoute}`, '3 entries', [200, 6, 2], async () => at((await topic()).path)),
  row(`DELETE ${topicRoute}`, 'not found', [404, 3, 0], () => at('/v0/topics/topic_none')),
  row(`GET ${topicRoute}/entries`, '3 entries', [200, 4, 0], async () =>
    at(`${(await topic()).path}/entries`),
  ),
  row(`GET ${topicRoute}/entries`, 'not found', [404, 0, 0], () => at('/v0/topics/topic_none/entries')),
  row(`POST ${topicRoute}/entries`, 'last', [201, 9, 3], async () =>
    at(`${(await topic()).path}/entries`, { content: entryContent }),
  ),
  row(`GET ${entryRoute}`, 'found', [200, 2, 0], async () => at((await topic()).entry)),
  row(`GET ${entryRoute}`, 'not found', [404, 1, 0], async () =>
    at(`${(await topic()).path}/entries/${entryNone}`),
  ),
  row(`PATCH ${entryRoute}`, 'every field', [200, 8, 3], async () =>
    at((await topic()).entry, { sortOrder: 7, content: { type: 'html', content: 'b' } }),
  ),
  row(`DELETE ${entryRoute}`, 'deleted', [200, 8, 2], async () => at((await topic()).entry)),
];
