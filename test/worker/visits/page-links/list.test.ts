import { env } from 'cloudflare:workers';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PageLink, PersonPageLinkList } from '../../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { insertAudience, madeFor, newAudience } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newDomain, newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, pagesOf, walk } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { insertVersion } from '../../support/versions.ts';

let pageId = '';
let audienceId = '';
beforeAll(async () => {
  pageId = await newPageId();
});

const at = (of = audienceId, query = '') => `/v0/pages/${pageId}/audiences/${of}/page_links${query}`;
const list = async (of = audienceId, query = '') =>
  (await send<List<PageLink, number | null>>('GET', at(of, query))).body;
const path = ({ pageLinkId }: PageLink) => `/v0/page_links/${pageLinkId}`;

/** An audience of the page, with links on the fallback subdomain and on two domains. */
async function linked() {
  audienceId = await insertAudience(pageId);
  const target = { audienceId };
  const links: PageLink[] = [];
  for (const tenantDomainId of [null, await newDomain(), await newDomain(), null])
    links.push(await newLink({ target, tenantDomainId }));
  return links;
}

describe('the page links of an audience', () => {
  test('stay while the audience is archived', async () => {
    const links = await linked();
    await insertVersion(audienceId, 1, 'published');
    const archived = await send('POST', `/v0/pages/${pageId}/audiences/${audienceId}/archive`, {});
    expect(archived.status).toBe(200);
    expect((await list()).items).toEqual(links.toReversed());
  });

  test('are listed once each, page by page, while links are created and deleted', async () => {
    const links = await linked();
    const own = audienceId;
    const seen: string[] = [];
    for await (const page of pagesOf((next) => list(own, `?limit=1${next}`))) {
      seen.push(...page.items.map(({ pageLinkId }) => pageLinkId));
      await newLink({ target: { audienceId: own } });
      const last = page.items[0];
      if (last) await send('DELETE', path(last));
    }
    expect(seen).toEqual(links.toReversed().map(({ pageLinkId }) => pageLinkId));
  });

  test('are counted to 1,000', async () => {
    audienceId = await insertAudience(pageId);
    const add = (from: number, to: number) =>
      env.DB.prepare(
        `with recursive n (n) as (select ?1 union all select n + 1 from n where n < ?2)
        insert into page_links (page_link_id, path, search_path, target_type, page_id, audience_id, revision,
          write_id, created_at, updated_at)
        select ?3 || n, '/' || ?3 || '/' || n, '', 'audience', ?4, ?3, 1, '', 0, 0 from n`,
      )
        .bind(from, to, audienceId, pageId)
        .run();
    await add(1, 1000);
    expect(await list(audienceId, '?limit=1')).toMatchObject({ hasMore: true, totalCount: 1000 });
    await add(1001, 1300);
    const reply = await send<List<PageLink, number | null>>('GET', at(audienceId, '?limit=1'));
    expect(reply.body).toMatchObject({ hasMore: true, totalCount: null });
    expect(reply.cost.read).toBeLessThan(1010);
  });
});

test('an unknown page is reported before an unknown audience', async () => {
  const code = async (url: string) => {
    const { status, body } = await send<Problem>('GET', url);
    return [status, body.code];
  };
  const own = await insertAudience(pageId);
  const elsewhere = await newPageId();
  expect(await code(`/v0/pages/page_x/audiences/${own}/page_links`)).toEqual([404, 'page_not_found']);
  expect(await code(at('audience_x'))).toEqual([404, 'audience_not_found']);
  const wrong = `/v0/pages/${elsewhere}/audiences/${own}/page_links`;
  expect(await code(wrong)).toEqual([404, 'audience_not_found']);
});

type LinkList = Omit<PersonPageLinkList, 'totalCount'> & { totalCount: number | null };

const linksPath = (personId: string, query = '') => `/v0/persons/${personId}/page_links${query}`;

const linksFor = (personId: string, query = '') => ok(send<LinkList>('GET', linksPath(personId, query)));

const none = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

/** A person with links to two audiences, on three domains: the last created first. */
async function linkedTo() {
  const personId = (await newPerson()).personId;
  const [first, second] = await madeFor(personId, 2);
  const links: PageLink[] = [];
  for (const [audience, tenantDomainId] of [
    [first, null],
    [second, await newDomain()],
    [second, null],
    [first, await newDomain()],
  ] as const)
    links.unshift(await newLink({ target: { audienceId: audience?.audienceId }, tenantDomainId }));
  return { personId, links, pageId: first?.pageId ?? '', audienceId: first?.audienceId ?? '' };
}

describe('the page links of a person', () => {
  test('are those to all their audiences, of all domains, newest first', async () => {
    const { personId, links, pageId } = await linkedTo();
    await newLink({ target: { targetType: 'page', pageId } });
    await newLink({
      target: { audienceId: (await newAudience({ personId: (await newPerson()).personId })).audienceId },
    });
    const reply = await send<LinkList>('GET', linksPath(personId));
    expect(reply.body).toEqual({ ...none, items: links, totalCount: 4 });
    expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
  });

  test('leave out a link that was deleted or leads elsewhere', async () => {
    const { personId, links } = await linkedTo();
    const [deleted, moved, ...others] = links;
    if (!deleted || !moved) throw new Error('no links');
    await ok(send('DELETE', path(deleted)));
    await ok(send('PATCH', path(moved), { target: { targetType: 'page', pageId: await newPageId() } }));
    expect(await linksFor(personId)).toEqual({ ...none, items: others, totalCount: 2 });
  });

  test.each([1, 3])('are listed once each while others are made, %i a page', async (limit) => {
    const { personId, links, audienceId } = await linkedTo();
    const seen = await walk<PageLink>(linksPath(personId), limit, async () => {
      await newLink({ target: { audienceId } });
    });
    expect(seen).toEqual(links);
  });

  test('have the visits of a range, with a date', async () => {
    const { personId, links } = await linkedTo();
    const { items: domains } = await ok(send<{ items: TenantDomain[] }>('GET', '/v0/tenant_domains'));
    const [last, ...others] = links;
    if (!last) throw new Error('no links');
    const domain = domains.find((one) => one.tenantDomainId === last.tenantDomainId)?.domain;
    const session = (day: string) => ({
      analyticsSessionId: `${last.pageLinkId}-${day}`,
      audienceId: last.target.audienceId,
      sessionStartedAt: `2026-03-${day}T12:00:00Z`,
      sessionEndedAt: `2026-03-${day}T12:01:00Z`,
      pageUrl: `https://${domain}${last.path}`,
    });
    await ok(importSessions(last.target.pageId, ['01', '02', '03'].map(session)));
    const { items } = await linksFor(
      personId,
      '?startDate=2026-03-02T00:00:00Z&endDate=2026-04-01T00:00:00Z',
    );
    expect(items.map(({ pageLinkId, visits }) => [pageLinkId, visits?.totalSessions])).toEqual([
      [last.pageLinkId, 2],
      ...others.map(({ pageLinkId }) => [pageLinkId, 0]),
    ]);
  });

  test('are counted to 1,000, and a page of them reads as many as it shows', async () => {
    const { personId, audienceId, pageId } = await linkedTo();
    await env.DB.prepare(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 3000)
      insert into page_links (page_link_id, path, search_path, target_type, page_id, audience_id, revision,
        write_id, created_at, updated_at)
      select ?1 || n, '/' || ?1 || '/' || n, '', 'audience', ?2, ?1, 1, '', 0, 0 from n`,
    )
      .bind(audienceId, pageId)
      .run();
    const reply = await send<LinkList>('GET', linksPath(personId, '?limit=10'));
    expect(reply.body).toMatchObject({ hasMore: true, totalCount: null });
    // 1,001 to count, and six for each link of the page.
    expect(reply.cost.read).toBeLessThan(1070);
  });
});
