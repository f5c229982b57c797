import type { Breakdown } from '../../../../src/analytics/breakdown-schemas.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { send } from '../../support/client.ts';
import { at, newLink, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

const toPage = (path = `/${unique()}`) =>
  newLink({ path, target: { targetType: 'page', pageId: place.pageId } });

/** Merges a visit that landed on a URL, and returns the link that it came by. */
async function linkOf(pageUrl: string) {
  const id = newId();
  await merge(visitOf(id, { pageUrl }));
  return (await session(id)).pageLinkId;
}
const host = 'https://www.site.example';

// models/visitors.test.ts has what else a page link of a visit can be.
describe('the page link of a visit', () => {
  test.each([
    ['the root', '/'],
    ['no path at all', ''],
  ])('is the one with its path: %s', async (_, landed) => {
    const link = await toPage('/');
    expect(await linkOf(host + landed)).toBe(link.pageLinkId);
    await send('DELETE', at(link));
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

  test('is of the custom domain that it landed on, or else of the fallback subdomain, if it leads to the page', async () => {
    const domain = `${unique()}.example`;
    const { tenantDomainId } = await ok(
      send<{ tenantDomainId: string }>('POST', '/v0/tenant_domains', { domain }),
    );
    const path = `/${unique()}`;
    const target = { targetType: 'page', pageId: place.pageId };
    const [own, fallback] = [
      await newLink({ path, tenantDomainId, target }),
      await newLink({ path, target }),
    ];
    expect(await linkOf(`https://${domain}${path}`)).toBe(own.pageLinkId);
    for (const other of [host, 'http://localhost:3000', `https://www.${domain}`])
      expect(await linkOf(`${other}${path}`)).toBe(fallback.pageLinkId);
    await ok(send('PATCH', at(fallback), { target: { targetType: 'page', pageId: await newPageId() } }));
    expect(await linkOf(`${host}${path}`)).toBeNull();
    await ok(send('DELETE', at(own)));
    expect(await linkOf(`https://${domain}${path}`)).toBeNull();
  });

  test('stays when the link leads elsewhere later, or is deleted; a visit without one may get it from a later message', async () => {
    const link = await toPage();
    const [early, late] = [newId(), newId()];
    const pageUrl = `${host}${link.path}`;
    await merge(visitOf(early, { pageUrl }), visitOf(late));
    expect((await session(late)).pageLinkId).toBeNull();
    await merge(visitOf(late, { pageUrl, clicksCount: 1 }));
    await ok(send('PATCH', at(link), { path: `/${unique()}` }));
    await ok(send('DELETE', at(link)));
    await merge(visitOf(early, { pageUrl, clicksCount: 1 }));
    for (const id of [early, late]) expect((await session(id)).pageLinkId).toBe(link.pageLinkId);
  });

  test('goes with the URL when the sender of the form is erased', async () => {
    const link = await toPage();
    const id = newId();
    const formSubmit = { formSubmissionId: 'f', email: `zoe@${id}.example` };
    await merge(visitOf(id, { pageUrl: `${host}${link.path}`, formSubmit }));
    const { personId, pageLinkId } = await session(id);
    expect(pageLinkId).toBe(link.pageLinkId);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    expect(await session(id)).toMatchObject({ pageUrl: null, pageLinkId: null });
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
});

test('a visit of a path that ends as if it was pasted from a sentence keeps its path, and has no page link', async () => {
  const { path } = await toPage();
  for (const end of ['.', ')', ',']) {
    const id = newId();
    await merge(visitOf(id, { pageUrl: `${host}${path}${end}` }));
    expect(await session(id)).toMatchObject({ landingPath: path + end, pageLinkId: null });
  }
});

const origin = 'https://spelled.example';
/** Spellings of a path, and the one that page links have: visits of them are visits of one path. */
const spellings: [path: string, ...others: string[]][] = [
  ['/pricing', '/pricing/', '//pricing', '/pricing?x=/a', '/pricing#b', '/a/../pricing', '/%70ricing'],
  ['/für/zoë', '/f%C3%BCr/zo%c3%ab', '/fu%CC%88r/zoe%CC%88/', '/für//zoë?utm_term=x#top'],
  ['/a%2Fb', '/a%2fb/', '/%61%2Fb'],
  ['/', '', '?a=1', '#b', '//'],
  // No link can have it.
  ['/%ff/', '/%ff/?x=1'],
];

const pathsOf = async (pageId: string) => {
  const path = `/v0/pages/${pageId}/analytics/breakdown?by=landingPath`;
  const { items } = (await send<Breakdown>('GET', path)).body;
  return items.map(({ value, totalSessions }) => [value, totalSessions]);
};
const sessionsOf = async (pageId: string, query = '') => {
  const path = `/v0/pages/${pageId}/audience_sessions?limit=100&${query}`;
  return (await send<{ items: AudienceSession[] }>('GET', path)).body.items;
};

describe('the landing path of a visit', () => {
  test.each(spellings)(
    'all spellings of %s are one landing path, of imports and of visits',
    async (...all) => {
      const [path] = all;
      const pageId = await newPageId();
      const urls = all.map((spelling) => `${origin}${spelling}`);
      const { status } = await importSessions(
        pageId,
        urls.map((pageUrl) => ({
          analyticsSessionId: newId(),
          pageUrl,
          sessionStartedAt: '2026-03-03T10:00:00Z',
          sessionEndedAt: '2026-03-03T10:01:00Z',
        })),
      );
      expect(status).toBe(200);
      await merge(
        ...urls.map((pageUrl) => messageOf(visitOf(newId(), { pageId, audienceId: undefined, pageUrl }))),
      );
      expect(await pathsOf(pageId)).toEqual([[path, 2 * all.length]]);
      const listed = await sessionsOf(pageId, `landingPath=${encodeURIComponent(path)}`);
      expect(listed.map(({ landingPath }) => landingPath)).toEqual(listed.map(() => path));
      // The address stays as it was sent.
      expect(listed.map(({ pageUrl }) => pageUrl).sort()).toEqual([...urls, ...urls].sort());
    },
  );
});
