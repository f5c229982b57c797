import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PageLink, PersonPageLinkList } from '../../../../src/visits/page-links/schemas.ts';
import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { act, audienceOf, newAudience, read } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { at, newDomain, newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';

type AudienceList = List<Audience, number | null>;
type LinkList = Omit<PersonPageLinkList, 'totalCount'> & { totalCount: number | null };

const audiencesPath = (personId: string, query = '') => `/v0/persons/${personId}/audiences${query}`;
const linksPath = (personId: string, query = '') => `/v0/persons/${personId}/page_links${query}`;
const audiencesFor = (personId: string, query = '') =>
  ok(send<AudienceList>('GET', audiencesPath(personId, query)));
const linksFor = (personId: string, query = '') => ok(send<LinkList>('GET', linksPath(personId, query)));

const newPersonId = async () => (await newPerson()).personId;

/** Audiences for a person on new pages, that of the newest page first. */
async function madeFor(personId: string, number: number): Promise<Audience[]> {
  const made: Audience[] = [];
  for (let n = 0; n < number; n++) made.unshift(await newAudience({ personId }));
  return made;
}

/** Every item of a list of which a page has `limit`, and what `between` does after each page. */
async function all<T>(path: string, limit: number, between = async () => {}): Promise<T[]> {
  const seen: T[] = [];
  const read = (next: string) => ok(send<List<T>>('GET', `${path}?limit=${limit}${next}`));
  for await (const { items } of pagesOf(read)) {
    seen.push(...items);
    await between();
  }
  return seen;
}

const none = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

describe('the audiences of a person', () => {
  test('are those of all pages, drafts and archived ones too, that of the newest page first', async () => {
    const personId = await newPersonId();
    const made = await madeFor(personId, 3);
    const [, archived] = made;
    if (archived) await ok(act(archived, 'archive'));
    const reply = await send<AudienceList>('GET', audiencesPath(personId));
    expect(reply.body).toEqual({ ...none, items: await Promise.all(made.map(read)), totalCount: 3 });
    expect(reply.body.items.map(({ status }) => status)).toEqual(['draft', 'archived', 'draft']);
    expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
  });

  test('are not those of another person, or of nobody', async () => {
    const [personId, other] = [await newPersonId(), await newPersonId()];
    const { pageId } = await newAudience({ personId: other });
    await audienceOf(pageId);
    expect(await audiencesFor(personId)).toEqual(none);
  });

  test.each([1, 2])('are listed once each while others are made, %i a page', async (limit) => {
    const personId = await newPersonId();
    const made = await madeFor(personId, 5);
    const seen = await all<Audience>(audiencesPath(personId), limit, async () => {
      await newAudience({ personId });
    });
    expect(seen).toEqual(made);
  });

  test('are none after the person was erased', async () => {
    const personId = await newPersonId();
    await madeFor(personId, 1);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    const { status, body } = await send<Problem>('GET', audiencesPath(personId));
    expect([status, body.code]).toEqual([404, 'person_not_found']);
  });
});

/** A person with links to two audiences, on three domains: the last created first. */
async function linked() {
  const personId = await newPersonId();
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
    const { personId, links, pageId } = await linked();
    await newLink({ target: { targetType: 'page', pageId } });
    await newLink({
      target: { audienceId: (await newAudience({ personId: await newPersonId() })).audienceId },
    });
    const reply = await send<LinkList>('GET', linksPath(personId));
    expect(reply.body).toEqual({ ...none, items: links, totalCount: 4 });
    expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
  });

  test('leave out a link that was deleted or leads elsewhere', async () => {
    const { personId, links } = await linked();
    const [deleted, moved, ...others] = links;
    if (!deleted || !moved) throw new Error('no links');
    await ok(send('DELETE', at(deleted)));
    await ok(send('PATCH', at(moved), { target: { targetType: 'page', pageId: await newPageId() } }));
    expect(await linksFor(personId)).toEqual({ ...none, items: others, totalCount: 2 });
  });

  test.each([1, 3])('are listed once each while others are made, %i a page', async (limit) => {
    const { personId, links, audienceId } = await linked();
    const seen = await all<PageLink>(linksPath(personId), limit, async () => {
      await newLink({ target: { audienceId } });
    });
    expect(seen).toEqual(links);
  });

  test('have the visits of a range, with a date', async () => {
    const { personId, links } = await linked();
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
    const { personId, audienceId, pageId } = await linked();
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
