import type { Audience, Preview } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { PageLink } from '../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../src/visits/tenant-domains/schemas.ts';
import type { Recorder } from './recorder.ts';

const links = '/v0/page_links';
const domains = '/v0/tenant_domains';
const hour = 3_600_000;

async function tenantDomains({ say, get, post, pages }: Recorder) {
  say('Tenant domains');
  const domain = await post<TenantDomain>(domains, { domain: 'Offers.Links.Example.' });
  await post(domains, { domain: 'https://www.münchen.example/x' });
  await post(domains, { domain: 'third.links.example' });
  await post(domains, { domain: 'offers.links.example' });
  await post(domains, { domain: '127.0.0.1' });
  await post(domains, { domain: 'localhost', tenantDomainId: 'x' });
  await post(domains);
  await get(domains);
  await pages(`${domains}?limit=1`, ['tenant_domains']);
  await get(`${domains}?limit=1e2&cursor=x`);
  await get(`${domains}?cursor=x`);
  return domain.body.tenantDomainId;
}

interface Place {
  tenantDomainId: string;
  pageId: string;
  audienceId: string;
}

async function creating({ say, post }: Recorder, { tenantDomainId, pageId, audienceId }: Place) {
  say('Creating');
  const link = await post<PageLink>(links, { path: 'über-uns', target: { audienceId } });
  await post(links, {
    path: '//A/./b/../%C3%BCber%20uns/',
    target: { targetType: 'page', pageId },
    tenantDomainId,
  });
  await post(links, { path: '/', target: { targetType: 'page', audienceId } });
  await post(links, {
    path: '/prices',
    target: { targetType: 'audience', audienceId, pageId: '' },
    tenantDomainId: null,
  });
  await post(links, { path: '/%C3%BCber-uns/', target: { audienceId } });
  await post(links, { path: '/x', target: { audienceId: 'nothing' } });
  await post(links, { path: '/x', target: { targetType: 'page', pageId: 'nothing' } });
  await post(links, { path: '/x', target: { audienceId }, tenantDomainId: 'nothing' });
  await post(links);
  await post(links, { path: 'https://a.example/x?y#z', target: {}, tenantDomainId: 1 });
  await post(links, { path: '/%zz', target: { targetType: 'audience' }, deletedAt: null });
  await post(links, { path: '', target: { targetType: 'file', pageId: 1, x: 1 } });
  await post(links, { path: `/${'p'.repeat(2048)}`, target: { pageId, audienceId } });
  return link.body.pageLinkId;
}

async function reading(
  { say, get, pages }: Recorder,
  linkId: string,
  { tenantDomainId, pageId, audienceId }: Place,
) {
  say('Reading and searching');
  const path = `${links}/${linkId}`;
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${links}/page_link_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  const search = `${links}/search`;
  await get(search);
  await pages(`${search}?limit=1`, ['page_links', '', null, null, null]);
  await get(`${search}?startDate=2026-01-01T00:00:00Z&pageId=${pageId}&limit=1`, {
    scope: ['page_links', '', null, pageId, null, '2026-01-01T00:00:00.000Z', null],
  });
  await get(`${search}?pageId=${pageId}&limit=1`, { scope: ['page_links', '', null, pageId, null] });
  await get(`${search}?tenantDomainId=${tenantDomainId}`);
  await get(`${search}?targetType=page`);
  await get(`${search}?targetType=audience&pageId=${pageId}&query=U`);
  for (const query of ['UBER', 'ü', 'b r', '%', '_', '"', '/', '*'])
    await get(`${search}?query=${encodeURIComponent(query)}`);
  await get(`${search}?tenantDomainId=${tenantDomainId}&query=%20`);
  await get(`${search}?tenantDomainId=nothing&pageId=nothing`);
  await get(`${search}?targetType=&query=&limit=&pageId=&tenantDomainId=`);
  await get(`${search}?targetType=file&limit=0&query=${'q'.repeat(2049)}`);
  await get(`${search}?cursor=x`);
  const ofAudience = `/v0/pages/${pageId}/audiences/${audienceId}/page_links`;
  await get(ofAudience);
  await pages(`${ofAudience}?limit=1`, ['audience_page_links', pageId, audienceId]);
  await get(`${ofAudience}?limit=0&cursor=x&cursor=y`);
  await get(`${ofAudience}?cursor=x`);
  await get(`/v0/pages/${pageId}/audiences/nothing/page_links`);
  await get(`/v0/pages/nothing/audiences/${audienceId}/page_links`);
  await get('/v0/persons/nothing/page_links');
  await get('/v0/persons/nothing/page_links?limit=0&cursor=x&startDate=2040-02-30T00:00:00Z');
  return tag;
}

async function updating(
  { say, get, patch, delete: remove, post }: Recorder,
  path: string,
  tag: string,
  place: Place,
) {
  const { tenantDomainId, pageId, audienceId } = place;
  say('Updating');
  await patch(path, { path: '/about' }, { headers: { 'if-match': tag } });
  await patch(path, { path: '/stale' }, { headers: { 'if-match': tag } });
  await patch(path, {});
  await patch(path, { target: { targetType: 'page', pageId }, tenantDomainId });
  await patch(path, { target: { audienceId }, tenantDomainId: null });
  await patch(path, { path: '/prices' });
  await patch(path, { target: { audienceId: 'nothing' } });
  await patch(path, { tenantDomainId: 'nothing' });
  await patch(path, { path: null, target: { targetType: 'page' }, tenantDomainId: 1, pageLinkId: 'x' });
  await patch(`${links}/nothing`, { path: '/x' });
  say('Deleting');
  await remove(path, { headers: { 'if-match': tag } });
  await remove(path);
  await remove(path);
  await get(path);
  await patch(path, { path: '/again' });
  await remove(`${links}/nothing`);
  await post(links, { path: '/about', target: { audienceId } });
}

async function resolving(recorder: Recorder, place: Place, version: string, audience: string) {
  const { say, get, post, publish, wait } = recorder;
  const resolve = `${links}/resolve`;
  say('Resolving');
  await get(`${resolve}?path=/about`);
  await post(`${version}/publish`);
  await publish();
  const { headers } = await get(`${resolve}?path=about`);
  await get(`${resolve}?path=/about/`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  await get(`${resolve}?path=%2FA%2F%25C3%25BCber%2520uns&tenantDomainId=${place.tenantDomainId}`);
  await get(`${resolve}?path=/about&tenantDomainId=${place.tenantDomainId}`);
  await get(`${resolve}?path=/&tenantDomainId=`);
  await get(`${resolve}?path=/nothing`);
  await get(resolve);
  await get(`${resolve}?path=&tenantDomainId=x&tenantDomainId=y`, { headers: { 'if-none-match': 'x' } });
  await get(`${resolve}?path=/about`, { headers: { 'if-none-match': 'x' } });
  say('Previews');
  await post(`${audience}/preview`, { expiresInSeconds: 60 });
  await post(`${audience.replace(/[^/]+$/, 'nothing')}/preview`);
  const { token } = (await post<Preview>(`${audience}/preview`)).body;
  const previewed = `${resolve}?path=/about&preview=${token}`;
  await get(previewed, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  await get(`${resolve}?path=/about&preview=x`);
  await get(`${resolve}?path=/nothing&preview=${token}`);
  await get(`${resolve}?path=/about&preview=x&preview=y`);
  wait(hour);
  await get(previewed);
  say('Of an archived audience');
  await post(`${audience}/archive`);
  await get(`${resolve}?path=/about`);
  await post(links, { path: '/archived', target: { audienceId: place.audienceId } });
}

/** Page links and tenant domains: creating, searching, updating, deleting and resolving. */
export async function pageLinks(recorder: Recorder) {
  const { get, post } = recorder;
  const tenantDomainId = await tenantDomains(recorder);
  const { pageId } = (
    await post<Page>('/v0/pages', {
      title: 'Linked',
      url: 'https://linked.example/',
      metadata: { author: 'Zoë' },
    })
  ).body;
  const person = await post<{ personId: string }>('/v0/persons', { name: 'Linked Person' });
  const { personId } = person.body;
  const { body } = await post<Audience>(`/v0/pages/${pageId}/audiences`, {
    personId,
    supplementaryContext: 'x',
  });
  const place = { tenantDomainId, pageId, audienceId: body.audienceId };
  const linkId = await creating(recorder, place);
  const tag = await reading(recorder, linkId, place);
  await updating(recorder, `${links}/${linkId}`, tag, place);
  await get(`/v0/persons/${personId}/audiences`);
  await get(`/v0/persons/${personId}/page_links`);
  await get(`/v0/persons/${personId}/page_links?startDate=2040-01-01T00:00:00Z&endDate=2040-02-01T00:00:00Z`);
  await get('/v0/persons/nothing/audiences?limit=x');
  const audience = `/v0/pages/${pageId}/audiences/${body.audienceId}`;
  await resolving(recorder, place, `${audience}/versions/${body.latestVersion.versionId}`, audience);
}
