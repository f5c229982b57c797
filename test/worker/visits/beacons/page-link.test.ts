import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Breakdown } from '../../../../src/analytics/breakdown-schemas.ts';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import type { PageLink, PageLinkList } from '../../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { at, newDomain, newLink, patch as patchLink, unique } from '../../support/page-links.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { importSessions, insertSessions, later } from '../../support/sessions.ts';
import {
  collect,
  held,
  merge,
  messageOf,
  minute,
  newId,
  newPlace,
  now,
  type Place,
  place,
  prepareVisits,
  session,
  sessions,
  visitOf,
} from '../../support/visits.ts';

prepareVisits();

const toPage = (path = `/${unique()}`, fields: object = {}) =>
  newLink({ path, target: { targetType: 'page', pageId: place.pageId }, ...fields });
/** Merges a visit that landed on a URL, and returns the link that it came by. */
async function linkOf(pageUrl: string | undefined, fields: Partial<Visit> = {}) {
  const id = newId();
  await merge(messageOf(visitOf(id, { ...(pageUrl === undefined ? {} : { pageUrl }), ...fields })));
  return (await session(id, { ...place, ...fields } as Place)).pageLinkId;
}
const remove = (link: PageLink) => send('DELETE', at(link));
const host = 'https://www.site.example';

describe('the page link of a visit', () => {
  test.each([
    ['as it is', '/spring/offer', '/spring/offer'],
    ['with a query and a fragment', '/spring/two', '/spring/two?utm_source=x#top'],
    ['with more slashes', '/spring/three', '//spring///three/'],
    ['percent-encoded', '/über-uns/four', '/%C3%BCber-uns/four'],
    ['decomposed', '/über-uns/five', '/u%CC%88ber-uns/five'],
    ['with dots', '/spring/six', '/spring/x/../six'],
    ['the root', '/', '/'],
    ['no path at all', '/', ''],
  ])('is the one with its path: %s', async (_, path, landed) => {
    const link = await toPage(path);
    expect(await linkOf(host + landed)).toBe(link.pageLinkId);
    await remove(link);
  });

  test('is found by an address of which values were replaced', async () => {
    const { path, pageLinkId } = await toPage();
    const id = newId();
    const pageUrl = `${host}${path}?email=anna@acme.example&token=1`;
    expect((await collect(visitOf(id, { pageUrl }))).status).toBe(202);
    await merge(...held.sent.slice(-1));
    expect(await session(id)).toMatchObject({
      pageLinkId,
      pageUrl: `${host}${path}?email=redacted&token=redacted`,
      landingPath: path,
    });
  });

  test('is none for another path, and for a visit without a URL', async () => {
    const { path } = await toPage();
    for (const url of [`${host}${path}x`, `${host}${path.toUpperCase()}`, `${host}/a${path}`, undefined])
      expect(await linkOf(url)).toBeNull();
  });

  test('is none for a URL whose path no link can have', async () => {
    for (const url of [
      `${host}/%ff`,
      `${host}/%zz`,
      `${host}/${'%C3%BC'.repeat(300)}`,
      `${host}/${'x'.repeat(1900)}`,
    ])
      expect(await linkOf(url)).toBeNull();
  });

  test('is of the custom domain that it landed on, and of the fallback subdomain for any other host', async () => {
    const tenantDomainId = await newDomain();
    const { domain } = await ok(send<{ items: TenantDomain[] }>('GET', '/v0/tenant_domains')).then(
      ({ items }) => items.find((item) => item.tenantDomainId === tenantDomainId) as TenantDomain,
    );
    const own = await toPage(undefined, { tenantDomainId });
    const fallback = await toPage(own.path);
    const only = await toPage();
    for (const start of [`https://${domain}`, `http://${domain.toUpperCase()}`, `https://${domain}:8443`])
      expect(await linkOf(start + own.path)).toBe(own.pageLinkId);
    expect(await linkOf(`https://${domain}${only.path}`)).toBeNull();
    for (const start of [host, `https://www.${domain}`, 'http://localhost:8787'])
      expect(await linkOf(start + own.path)).toBe(fallback.pageLinkId);
  });

  test('leads to the page of the visit: anyone can claim any URL', async () => {
    const { pageId } = await newPlace();
    const { path } = await newLink({ target: { targetType: 'page', pageId } });
    expect(await linkOf(host + path)).toBeNull();
    expect(await linkOf(host + path, { pageId, audienceId: null })).not.toBeNull();
  });

  test('stays when the link is deleted or leads elsewhere, and a deleted link gets no more visits', async () => {
    const [gone, moved] = [await toPage(), await toPage()];
    const [one, other] = [newId(), newId()];
    const visits = [
      visitOf(one, { pageUrl: host + gone.path }),
      visitOf(other, { pageUrl: host + moved.path }),
    ];
    await merge(...visits.map((visit) => messageOf(visit)));
    await remove(gone);
    const elsewhere = await newPlace();
    await patchLink(moved, { target: { targetType: 'page', pageId: elsewhere.pageId } });
    const again = await toPage(gone.path);
    await merge(...visits.map((visit) => messageOf({ ...visit, clicksCount: 1 })));
    expect((await session(one)).pageLinkId).toBe(gone.pageLinkId);
    expect((await session(other)).pageLinkId).toBe(moved.pageLinkId);
    expect(await linkOf(host + gone.path)).toBe(again.pageLinkId);
    expect(await linkOf(host + moved.path)).toBeNull();
  });

  test('comes with the first beacon that has a URL, and stays the first', async () => {
    const [first, second] = [await toPage(), await toPage()];
    const id = newId();
    await merge(messageOf(visitOf(id)));
    expect((await session(id)).pageLinkId).toBeNull();
    for (const { path } of [first, second, first]) {
      await merge(messageOf(visitOf(id, { pageUrl: host + path })));
      expect((await session(id)).pageLinkId).toBe(first.pageLinkId);
    }
  });

  test('lands on the path of the first URL, also when no link can have it', async () => {
    const id = newId();
    for (const path of ['/%ff', '/another']) await merge(messageOf(visitOf(id, { pageUrl: host + path })));
    expect(await session(id)).toMatchObject({ pageUrl: `${host}/%ff`, landingPath: '/%ff' });
  });

  test('is found for imported sessions, which cannot say it', async () => {
    const link = await toPage();
    const ended = new Date().toISOString();
    const sent = (fields: object) => ({
      analyticsSessionId: newId(),
      sessionStartedAt: ended,
      sessionEndedAt: ended,
      ...fields,
    });
    const one = sent({ pageUrl: `${host}${link.path}/?x=1` });
    expect((await importSessions(place.pageId, [one, sent({ pageUrl: `${host}/elsewhere` })])).status).toBe(
      200,
    );
    expect((await session(one.analyticsSessionId)).pageLinkId).toBe(link.pageLinkId);
    expect((await importSessions(place.pageId, [sent({ pageLinkId: link.pageLinkId })])).status).toBe(400);
  });

  test('is forgotten with the person whom the audience was made for, and with who sent the form', async () => {
    const { personId } = await newPerson({ email: `zoe@${unique()}.example` });
    const audienceId = await newAudienceId(place.pageId, { personId });
    const link = await newLink({ target: { audienceId } });
    const [before, sealed, form] = [newId(), newId(), newId()];
    const pageUrl = host + link.path;
    await merge(messageOf(visitOf(sealed, { audienceId, pageUrl })));
    await sealSessions(openTestDatabase(), later, { isForced: true });
    await merge(messageOf(visitOf(before, { audienceId, pageUrl })));
    const { personId: sender } = await newPerson({ email: `max@${unique()}.example` });
    const { email } = await ok(send<{ email: string }>('GET', `/v0/persons/${sender}`));
    const other = await toPage();
    const formSubmit = { formSubmissionId: 'contact', email };
    await merge(messageOf(visitOf(form, { pageUrl: host + other.path, formSubmit })));
    const all = async () =>
      Promise.all([before, sealed, form].map(async (id) => (await session(id)).pageLinkId));
    expect(await all()).toEqual([link.pageLinkId, link.pageLinkId, other.pageLinkId]);

    for (const id of [personId, sender]) await send('DELETE', `/v0/persons/${id}`);
    await clearErasedAudiences(openTestDatabase(), Date.now() + 2 * minute);
    await clearErasedAudiences(openTestDatabase(), Date.now() + 4 * minute);
    expect(await all()).toEqual([null, null, null]);
    // A beacon of before comes late.
    await merge(messageOf(visitOf(before, { audienceId, pageUrl, clicksCount: 9 })));
    expect(await all()).toEqual([null, null, null]);
    await sealSessions(openTestDatabase(), later, { isForced: true });
    const { results } = await env.DB.prepare('select page_link_id from session_blocks').all();
    expect(JSON.stringify(results)).not.toContain(link.pageLinkId);
  });
});

describe('the visits of a page link', () => {
  const range = `startDate=${new Date(now - 60 * minute).toISOString()}`;
  /** The visits of each link of the page that `PageLinkList` shows. */
  const visitsOf = async (links: PageLink[], query = range) => {
    const { items } = await ok(send<PageLinkList>('GET', `/v0/page_links/search?limit=100&${query}`));
    return links.map(({ pageLinkId }) => {
      const { visits } = items.find((item) => item.pageLinkId === pageLinkId) ?? {};
      return visits && [visits.totalSessions, visits.conversionCount];
    });
  };

  test.each([false, true])('are its own, of two links to one audience (sealed: %s)', async (isSealed) => {
    const of = await newPlace();
    const [one, other, unused] = [
      await newLink({ target: { audienceId: of.audienceId } }),
      await newLink({ target: { audienceId: of.audienceId } }),
      await newLink({ target: { audienceId: of.audienceId } }),
    ];
    const visit = ({ path }: { path: string }, hasConversion = false) =>
      messageOf(visitOf(newId(), { ...of, pageUrl: host + path, hasConversion }));
    await merge(visit(one), visit(one, true), visit(one), visit(other, true), visit({ path: '/elsewhere' }));
    if (isSealed) await sealSessions(openTestDatabase(), later, { isForced: true });

    expect(await visitsOf([one, other, unused])).toEqual([
      [3, 1],
      [1, 1],
      [0, 0],
    ]);
    expect(await visitsOf([one, other], `endDate=${new Date(now - 60 * minute).toISOString()}`)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await visitsOf([one], '')).toEqual([undefined]);
    expect(await visitsOf([one], `${range}&query=${one.path.slice(1)}`)).toEqual([[3, 1]]);
    expect(await visitsOf([one], `${range}&pageId=${of.pageId}`)).toEqual([[3, 1]]);

    const page = `/v0/pages/${of.pageId}`;
    const { items } = await ok(send<Breakdown>('GET', `${page}/analytics/breakdown?by=pageLinkId`));
    expect(items.map(({ value, totalSessions }) => [value, totalSessions])).toEqual([
      [one.pageLinkId, 3],
      [other.pageLinkId, 1],
      [null, 1],
    ]);
    expect((await sessions(of, `pageLinkId=${one.pageLinkId}`)).totalCount).toBe(3);
    expect((await sessions(of, 'unknown=pageLinkId')).totalCount).toBe(1);

    // The link leads to another page now. Its visits are still its own.
    await patchLink(one, { target: { targetType: 'page', pageId: place.pageId } });
    expect(await visitsOf([one], `${range}&pageId=${place.pageId}`)).toEqual([[3, 1]]);
  });

  test('are one question and one round trip', async () => {
    const link = await toPage();
    await insertSessions(place, 50);
    const { cost } = await send('GET', `/v0/page_links/search?${range}&query=${link.path.slice(1)}`);
    expect(cost.trips).toBe(1);
  });

  test.each([
    ['startDate=yesterday', 'startDate'],
    ['startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z', 'endDate'],
    ['startDate=2024-01-01T00:00:00Z&endDate=2026-01-01T00:00:00Z', 'endDate'],
  ])('refuse %s', async (query, path) => {
    const { status, body } = await send<Problem>('GET', `/v0/page_links/search?${query}`);
    expect([status, body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
  });
});
