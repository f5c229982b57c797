import { env } from 'cloudflare:workers';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { insertAudience } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newDomain, newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { pagesOf } from '../../support/replies.ts';
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
