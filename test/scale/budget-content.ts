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
import { post as postToMcp } from '../worker/support/mcp.ts';
import { at, etagOf, made, nextPage, rows, unique } from './budget.ts';

const page = () => made<Page>('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` });
const audiences = `/v0/pages/${bigPage}/audiences`;
const person = () => made<Person>('/v0/persons', { name: unique() });

/** Declares fields of a page. */
const fieldsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `field${n}`, label: 'F', kind: 'text' }));

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

/** The message that calls a tool of MCP. */
const toolCall = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const atMcp = (name: string, given: object) => ({
  ...at('/mcp', toolCall(name, given), { accept: 'application/json, text/event-stream' }),
});
/** Somebody that nobody knows. */
const newcomer = () => ({ name: unique(), email: `${unique()}@budget.example` });

const publishRoute = '/v0/pages/:page_id/publishes';
const bigPublishes = `/v0/pages/${bigPage}/publishes`;
/** 20 of the loaded publishes were then, 10 of them of the first load. */
const publishRange = 'startDate=2001-09-09T01:46:40Z&endDate=2001-09-09T01:46:40.010Z';

/** An audience with a live version, followed by a draft. */
async function liveAudience() {
  const { path, version, audienceId } = await audience();
  await env.DB.prepare('update audience_versions set status = ?, snapshot = ? where audience_id = ?')
    .bind('published', JSON.stringify({ metadata: { robots: [] } }), audienceId)
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

const resolveUrl = (url: string) => `/v0/page_links/resolve?${new URLSearchParams({ url })}`;
const fifty = Array.from({ length: 50 }, (_, n) => n);

const audienceRoute = '/v0/pages/:page_id/audiences/:audience_id';
const versionRoute = `${audienceRoute}/versions/:version_id`;
const topicRoute = '/v0/topics/:topic_id';
const entryRoute = `${topicRoute}/entries/:topic_entry_id`;
const entryNone = 'topic_entry_01kafz8q6tf7n9t3cwh2k5v4xe';

/** The rows of docs/operators/cost.md for pages, audiences, versions, page links, tenant domains and topics. */
export const contentTable = rows({
  'POST /v0/pages | new': () => at('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` }),
  'POST /v0/pages | URL of another': async () => {
    const { url } = await page();
    return at('/v0/pages', { title: 'Budget', url });
  },
  'GET /v0/pages | 50 a page': '/v0/pages',
  'GET /v0/pages | second page of 100': () => nextPage('/v0/pages?limit=100'),
  'GET /v0/pages/:page_id | the largest, with 200 found fields': `/v0/pages/${bigPage}`,
  'GET /v0/pages/:page_id | not modified': async () =>
    at(`/v0/pages/${bigPage}`, undefined, { 'if-none-match': await etagOf(`/v0/pages/${bigPage}`) }),
  'GET /v0/pages/:page_id | not found': '/v0/pages/page_none',
  'PATCH /v0/pages/:page_id | title, URL and metadata, with If-Match': async () => {
    const path = `/v0/pages/${(await page()).pageId}`;
    const change = { title: 'B', url: `https://${unique()}.example/`, metadata: { title: 'B' } };
    return at(path, change, { 'if-match': await etagOf(path) });
  },
  'PATCH /v0/pages/:page_id | 200 fields': async () =>
    at(`/v0/pages/${(await page()).pageId}`, { fields: fieldsOf(200) }),
  'PATCH /v0/pages/:page_id | removed fields, discarded with the values of one audience': async () => {
    const { pageId } = await page();
    await send('PATCH', `/v0/pages/${pageId}`, { fields: fieldsOf(2) });
    await made(`/v0/pages/${pageId}/audiences`, { fieldOverrides: { field0: 'Words' } });
    return at(`/v0/pages/${pageId}`, { fields: [], discardFields: ['field0'] });
  },
  'PATCH /v0/pages/:page_id | nothing': () => at(`/v0/pages/${bigPage}`, {}),
  'PATCH /v0/pages/:page_id | If-Match with another tag': () =>
    at(`/v0/pages/${bigPage}`, { title: 'B' }, { 'if-match': '"0"' }),
  'GET /v0/pages/:page_id/audiences | 100 a page': audiences,
  'GET /v0/pages/:page_id/audiences | second page of 50': () => nextPage(`${audiences}?limit=50`),
  'GET /v0/pages/:page_id/audiences | not found': '/v0/pages/page_none/audiences',
  'POST /v0/pages/:page_id/audiences | without a person': () => at(audiences, {}),
  'POST /v0/pages/:page_id/audiences | for a person': async () =>
    at(audiences, { personId: (await person()).personId, customName: 'B', supplementaryContext: 'b' }),
  'POST /v0/pages/:page_id/audiences | for a person that has one already': async () => {
    const { personId } = await person();
    await made(audiences, { personId });
    return at(audiences, { personId });
  },
  [`GET ${audienceRoute} | a person, a live version and a draft`]: async () => (await liveAudience()).path,
  [`GET ${audienceRoute} | 302 versions`]: async () => (await oldAudience()).path,
  [`GET ${audienceRoute} | not found`]: `${audiences}/audience_none`,
  'GET /v0/audiences/:audience_id | 302 versions': async () =>
    `/v0/audiences/${(await oldAudience()).audienceId}`,
  'GET /v0/audiences/:audience_id | not modified': async () => {
    const path = `/v0/audiences/${(await liveAudience()).audienceId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  },
  'GET /v0/audiences/:audience_id | not found': '/v0/audiences/audience_none',
  [`PATCH ${audienceRoute} | overrides, with If-Match`]: async () => {
    const { path } = await liveAudience();
    const change = { customName: 'B', metadataOverride: { title: 'B' } };
    return at(path, change, { 'if-match': await etagOf(path) });
  },
  [`PATCH ${audienceRoute} | 200 fields`]: async () => {
    const { pageId } = await page();
    await send('PATCH', `/v0/pages/${pageId}`, { fields: fieldsOf(200) });
    const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
    const words = Object.fromEntries(fieldsOf(200).map(({ name }) => [name, 'Words']));
    return at(`/v0/pages/${pageId}/audiences/${audienceId}`, { fieldOverrides: words });
  },
  [`PATCH ${audienceRoute} | overrides, opening a draft`]: async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(path, { metadataOverride: { title: 'B' } });
  },
  [`PATCH ${audienceRoute} | supplementary context of the draft`]: async () =>
    at((await audience()).path, { supplementaryContext: 'b' }),
  [`PATCH ${audienceRoute} | supplementary context, opening a draft`]: async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(path, { supplementaryContext: 'b' });
  },
  [`PATCH ${audienceRoute} | nothing`]: async () => at((await liveAudience()).path, {}),
  [`PATCH ${audienceRoute} | If-Match with another tag`]: async () =>
    at((await liveAudience()).path, { customName: 'B' }, { 'if-match': '"0"' }),
  [`POST ${audienceRoute}/archive | with a version in flight`]: async () => {
    const { path, version } = await audience();
    // Set in the row, because the real queue would publish the version at once.
    await env.DB.prepare(
      "update audience_versions set status = 'queued', sweep_at = 9e15 where version_id = ?",
    )
      .bind(version.split('/').at(-1) ?? '')
      .run();
    return at(`${path}/archive`, {});
  },
  [`POST ${audienceRoute}/archive | 302 versions`]: async () =>
    at(`${(await oldAudience()).path}/archive`, {}),
  [`POST ${audienceRoute}/archive | archived already`]: async () => {
    const { path } = await liveAudience();
    await post(`${path}/archive`);
    return at(`${path}/archive`, {});
  },
  'GET /v0/audiences | 50 of more than 1,000 that match': '/v0/audiences?query=loaded',
  'GET /v0/audiences | one of a rare name': async () => {
    const name = unique();
    await audience({ customName: name });
    return `/v0/audiences?query=${name}`;
  },
  'GET /v0/audiences | none': '/v0/audiences?query=zzzzzz',
  [`POST ${audienceRoute}/preview | a draft`]: async () => at(`${(await audience()).path}/preview`, {}),
  [`POST ${audienceRoute}/restore | archived`]: async () => {
    const { path } = await liveAudience();
    await post(`${path}/archive`);
    return at(`${path}/restore`, {});
  },
  [`GET ${audienceRoute}/versions | 2 versions`]: async () => `${(await liveAudience()).path}/versions`,
  [`GET ${audienceRoute}/versions | 50 of 302 versions`]: async () =>
    `${(await oldAudience()).path}/versions`,
  [`POST ${audienceRoute}/versions | opens a draft`]: async () => {
    const { path, version } = await audience();
    await post(`${version}/cancel`);
    return at(`${path}/versions`, {});
  },
  [`POST ${audienceRoute}/versions | a draft is open`]: async () =>
    at(`${(await liveAudience()).path}/versions`, {}),
  [`GET ${versionRoute} | found`]: async () => (await liveAudience()).draft,
  [`GET ${versionRoute} | not found`]: async () => `${(await liveAudience()).path}/versions/version_none`,
  [`GET ${versionRoute}/content | live`]: async () => `${(await liveAudience()).live}/content`,
  [`GET ${versionRoute}/content | a draft`]: async () => `${(await liveAudience()).draft}/content`,
  [`POST ${versionRoute}/ready | pending`]: async () =>
    at(`${(await audience({ status: 'pending' })).version}/ready`, {}),
  [`POST ${versionRoute}/publish | a draft, with an operation key and If-Match`]: async () => {
    const { path, draft } = await liveAudience();
    return at(`${draft}/publish`, { operationKey: unique() }, { 'if-match': await etagOf(path) });
  },
  [`GET ${publishRoute} | 50 a page, of more than 1,000`]: bigPublishes,
  [`GET ${publishRoute} | second page of 100`]: () => nextPage(`${bigPublishes}?limit=100`),
  [`GET ${publishRoute} | of a range`]: `${bigPublishes}?${publishRange}`,
  [`GET ${publishRoute} | none in the range`]: `${bigPublishes}?endDate=1991-01-01T00:00:00Z`,
  [`GET ${publishRoute} | of an unknown page`]: '/v0/pages/page_none/publishes',
  [`POST ${versionRoute}/publish | the last of 302 versions`]: async () =>
    at(`${(await oldAudience()).draft}/publish`, {}),
  [`POST ${versionRoute}/publish | for a later time`]: async () =>
    at(`${(await liveAudience()).draft}/publish`, {
      publishAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  [`POST ${versionRoute}/publish | a known operation key`]: async () => {
    const { version } = await audience();
    const operationKey = unique();
    await post(`${version}/publish`, { operationKey });
    return at(`${version}/publish`, { operationKey });
  },
  'POST /mcp | a confirmation that the user declined': async () => {
    const { audienceId } = await audience();
    const given = { pageId: bigPage, audienceId };
    const { text } = await postToMcp(toolCall('publish_audience', given));
    const confirmation = /"confirmation\\":\\"([^"\\]+)/.exec(text)?.[1];
    return atMcp('publish_audience', { ...given, confirmation, declined: true });
  },
  'POST /mcp | edit_words, of a draft': async () => {
    const { audienceId } = await audience();
    return atMcp('edit_words', { pageId: bigPage, audienceId, supplementaryContext: unique() });
  },
  'POST /mcp | make_personal_page, for a stranger': () =>
    atMcp('make_personal_page', { ...newcomer(), pageId: bigPage, metadataOverride: { title: 'x' } }),
  'POST /mcp | make_personal_page, again': async () => {
    const given = { ...newcomer(), pageId: bigPage };
    await postToMcp(toolCall('make_personal_page', given));
    return atMcp('make_personal_page', given);
  },
  'POST /mcp | make_personal_page, for a person without a name': async () => {
    const { email } = await made<Person>('/v0/persons', newcomer());
    return atMcp('make_personal_page', { email, pageId: bigPage });
  },
  [`POST ${versionRoute}/publish | a live version`]: async () =>
    at(`${(await liveAudience()).live}/publish`, {}),
  [`POST ${versionRoute}/cancel | a draft`]: async () => at(`${(await liveAudience()).draft}/cancel`, {}),
  [`POST ${versionRoute}/cancel | a live version`]: async () =>
    at(`${(await liveAudience()).live}/cancel`, {}),
  'POST /v0/page_links | to a page': () =>
    at('/v0/page_links', { path: `/budget/${unique()}`, target: toPage }),
  'POST /v0/page_links | to an audience, on a domain': async () =>
    at('/v0/page_links', {
      path: `/budget/${unique()}`,
      tenantDomainId: await domain(),
      target: await toAudience(),
    }),
  'POST /v0/page_links | path of another': async () => {
    const { path } = await link();
    return at('/v0/page_links', { path, target: toPage });
  },
  'GET /v0/page_links/search | 50 a page': '/v0/page_links/search',
  'GET /v0/page_links/search | of a page and a type, second page of 100': () =>
    nextPage(`/v0/page_links/search?limit=100&pageId=${bigPage}&targetType=audience`),
  'GET /v0/page_links/search | query with 10 matches': async () => {
    const word = unique();
    for (let n = 0; n < 10; n++) await link({ path: `/${word}/${n}` });
    return `/v0/page_links/search?query=${word}/`;
  },
  'GET /v0/page_links/search | query without match': '/v0/page_links/search?query=no-such-path',
  [`GET ${audienceRoute}/page_links | 50 a page, of more than 1,000`]: async () =>
    `${(await linkedAudience()).path}/page_links`,
  [`GET ${audienceRoute}/page_links | second page of 100`]: async () =>
    nextPage(`${(await linkedAudience()).path}/page_links?limit=100`),
  [`GET ${audienceRoute}/page_links | one link`]: async () => {
    const { path, audienceId } = await audience();
    await link({ target: { audienceId } });
    return `${path}/page_links`;
  },
  [`GET ${audienceRoute}/page_links | not found`]: `${audiences}/audience_none/page_links`,
  'GET /v0/page_links/resolve | a snapshot': async () => {
    const { path } = await link({
      target: { targetType: 'audience', audienceId: (await liveAudience()).audienceId },
    });
    return `/v0/page_links/resolve?path=${path}`;
  },
  'GET /v0/page_links/resolve | a preview': async () => {
    const { path: ofAudience, audienceId } = await audience();
    const { path } = await link({ target: { targetType: 'audience', audienceId } });
    const { body } = await send<{ token: string }>('POST', `${ofAudience}/preview`, {});
    return `/v0/page_links/resolve?path=${path}&preview=${body.token}`;
  },
  'GET /v0/page_links/resolve | nothing published: the page': async () => {
    const { path } = await link({ target: await toAudience() });
    return `/v0/page_links/resolve?path=${path}`;
  },
  'GET /v0/page_links/resolve | a page': async () => `/v0/page_links/resolve?path=${(await link()).path}`,
  'GET /v0/page_links/resolve | not found': '/v0/page_links/resolve?path=/no-such-path',
  'GET /v0/page_links/resolve | url: a link of a tenant domain': async () => {
    const name = `${unique()}.example`;
    const { tenantDomainId } = await made<TenantDomain>('/v0/tenant_domains', { domain: name });
    const { path } = await link({ tenantDomainId });
    return resolveUrl(`https://${name}${path}`);
  },
  'GET /v0/page_links/resolve | url: a link without a domain, a snapshot': async () => {
    const { audienceId } = await liveAudience();
    const { path } = await link({ target: { targetType: 'audience', audienceId } });
    const { url } = (await send<{ url: string }>('GET', `/v0/pages/${bigPage}`)).body;
    return resolveUrl(new URL(path, url).href);
  },
  'GET /v0/page_links/resolve | url: a page': async () => resolveUrl((await page()).url),
  'GET /v0/page_links/resolve | url: not found, of a host with pages': async () =>
    resolveUrl(`${(await page()).url}no-such-path`),
  'POST /v0/page_links/resolve | 50 paths': async () =>
    at('/v0/page_links/resolve', { paths: await Promise.all(fifty.map(async () => (await link()).path)) }),
  'POST /v0/page_links/resolve | 50 paths, none found': () =>
    at('/v0/page_links/resolve', { paths: fifty.map((n) => `/no-such-path/${n}`) }),
  'POST /v0/page_links/resolve | 50 urls of pages': async () =>
    at('/v0/page_links/resolve', { urls: await Promise.all(fifty.map(async () => (await page()).url)) }),
  'GET /v0/page_links/:page_link_id | found': linkPath,
  'GET /v0/page_links/:page_link_id | not found': '/v0/page_links/page_link_none',
  'PATCH /v0/page_links/:page_link_id | path': async () =>
    at(await linkPath(), { path: `/budget/${unique()}` }),
  'PATCH /v0/page_links/:page_link_id | domain and target': async () =>
    at(await linkPath(), { tenantDomainId: await domain(), target: await toAudience() }),
  'PATCH /v0/page_links/:page_link_id | nothing': async () => at(await linkPath(), {}),
  'PATCH /v0/page_links/:page_link_id | path of another': async () => {
    const { path } = await link();
    return at(await linkPath(), { path });
  },
  'DELETE /v0/page_links/:page_link_id | deleted': linkPath,
  'DELETE /v0/page_links/:page_link_id | not found': '/v0/page_links/page_link_none',
  'POST /v0/tenant_domains | new': () => at('/v0/tenant_domains', { domain: `${unique()}.example` }),
  'GET /v0/tenant_domains | 50 a page': '/v0/tenant_domains',
  'POST /v0/websites | new': () => at('/v0/websites', { origin: newOrigin() }),
  'POST /v0/websites | origin of another': async () => {
    const origin = newOrigin();
    await made('/v0/websites', { origin });
    return at('/v0/websites', { origin });
  },
  'GET /v0/websites | 50 a page': '/v0/websites',
  'GET /v0/websites | second page of 50': () => nextPage('/v0/websites?limit=50'),
  'GET /v0/websites/refused | 140 origins, 140 pages': async () => {
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
    return '/v0/websites/refused';
  },
  'DELETE /v0/websites/:website_id | deleted': async () => {
    const { websiteId } = await made<Website>('/v0/websites', { origin: newOrigin() });
    return `/v0/websites/${websiteId}`;
  },
  'DELETE /v0/websites/:website_id | not found': '/v0/websites/website_none',
  'GET /v0/analytics/left_out | 50 a page': '/v0/analytics/left_out',
  'GET /v0/analytics/left_out | second page of 100': () => nextPage('/v0/analytics/left_out?limit=100'),
  'GET /v0/analytics/left_out | of a page and 400 days': `/v0/analytics/left_out?pageId=${bigPage}&startDate=1970-01-02T00:00:00Z&endDate=1971-02-06T00:00:00Z`,
  'GET /v0/topics | 50 a page, 3 entries each': '/v0/topics',
  'GET /v0/topics | second page of 100, 3 entries each': () => nextPage('/v0/topics?limit=100'),
  'POST /v0/topics | last': () => at('/v0/topics', { title: unique() }),
  'POST /v0/topics | with an Idempotency-Key': () =>
    at('/v0/topics', { title: unique() }, { 'idempotency-key': unique() }),
  [`GET ${topicRoute} | 3 entries`]: async () => (await topic()).path,
  [`GET ${topicRoute} | not found`]: '/v0/topics/topic_none',
  [`PATCH ${topicRoute} | every field, 3 entries`]: async () =>
    at((await topic()).path, { title: 'B', purpose: 'b', sortOrder: 0.5, isDefault: true }),
  [`PATCH ${topicRoute} | nothing, 3 entries`]: async () => at((await topic()).path, {}),
  [`DELETE ${topicRoute} | 3 entries`]: async () => (await topic()).path,
  [`DELETE ${topicRoute} | not found`]: '/v0/topics/topic_none',
  [`GET ${topicRoute}/entries | 3 entries`]: async () => `${(await topic()).path}/entries`,
  [`GET ${topicRoute}/entries | not found`]: '/v0/topics/topic_none/entries',
  [`POST ${topicRoute}/entries | last`]: async () =>
    at(`${(await topic()).path}/entries`, { content: entryContent }),
  [`GET ${entryRoute} | found`]: async () => (await topic()).entry,
  [`GET ${entryRoute} | not found`]: async () => `${(await topic()).path}/entries/${entryNone}`,
  [`PATCH ${entryRoute} | every field`]: async () =>
    at((await topic()).entry, { sortOrder: 7, content: { type: 'html', content: 'b' } }),
  [`DELETE ${entryRoute} | deleted`]: async () => (await topic()).entry,
});
