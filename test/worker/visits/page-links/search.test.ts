import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { encodeCursor } from '../../../../src/lib/cursor.ts';
import { fold } from '../../../../src/lib/fold.ts';
import type { PageLink, PageLinkList } from '../../../../src/visits/page-links/schemas.ts';
import { insertAudience } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { at, newDomain, newLink, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';

type Workspace = 'main' | 'acme';
type Links = PageLinkList;
type Filters = Partial<
  Record<
    'query' | 'pageId' | 'targetType' | 'tenantDomainId' | 'limit' | 'cursor' | 'startDate' | 'endDate',
    string
  >
>;

async function search(filters: Filters, workspace: Workspace = 'main') {
  const parameters = new URLSearchParams({ limit: '100', ...filters });
  const reply = await send<Links>('GET', `/v0/page_links/search?${parameters}`, undefined, { workspace });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
  return { ...reply.body, cost: reply.cost };
}

let pageId = '';
beforeAll(async () => {
  pageId = await newPageId();
});

/** A new domain with links to these paths, for one test only. */
async function domainWith(...paths: string[]) {
  const tenantDomainId = await newDomain();
  const links = [];
  for (const path of paths) {
    links.push(await newLink({ path, tenantDomainId, target: { targetType: 'page', pageId } }));
  }
  return { tenantDomainId, links };
}

describe('the search of page links', () => {
  test.each<[string, Filters]>([
    ['page', { pageId: 'page_x' }],
    ['domain', { tenantDomainId: 'tenant_domain_x' }],
    ['domain that looks like SQL', { tenantDomainId: "' OR 1=1 --" }],
  ])('finds nothing for an unknown %s', async (_what, filters) => {
    await newLink({ target: { targetType: 'page', pageId } });
    for (const query of ['', '/']) {
      const { items, totalCount, hasMore, nextCursor } = await search({ ...filters, query });
      expect([items, totalCount, hasMore, nextCursor]).toEqual([[], 0, false, null]);
    }
  });

  test.each<[string, Filters, string]>([
    ['an unknown type', { targetType: 'url' }, 'targetType'],
    ['no range', { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' }, 'endDate'],
    ['a query of 2,049 characters', { query: 'a'.repeat(2049) }, 'query'],
  ])('refuses %s', async (_what, filters, path) => {
    const reply = await send<Problem>('GET', `/v0/page_links/search?${new URLSearchParams(filters)}`);
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    expect(reply.body.errors?.map((error) => [error.in, error.path])).toEqual([['query', path]]);
    expect(reply.cost.trips).toBe(0);
  });
});

describe('a query finds', () => {
  test.each([
    ['/', '/a'],
    ['C', '/abcd'],
    ['bc', '/abcd'],
    ['BCD', '/abcd'],
    ['ÜBER', '/uber-uns'],
    ['ß', '/strasse'],
    ['οδος', '/ΟΔΟΣΑ'],
    ['a b', '/a%20b'],
    ['0%2', '/100%25'],
    ['한국', '/한국어'],
    ['\u{1f4a9}x', '/\u{1f4a9}x'],
    ['a"b', '/a"b'],
    ["'", "/o'neil"],
    ['a*', '/a*b'],
    ['NEAR(', '/near(a)'],
    ['text:', '/text:x'],
    ['_', '/a_b'],
    ['\u0000', '/a%00b'],
  ])('%j in %j', async (query, path) => {
    const { tenantDomainId, links } = await domainWith('/zzz', path);
    const { items, totalCount } = await search({ tenantDomainId, query });
    const expected = query === '/' ? links.reverse() : links.slice(1);
    expect([items, totalCount]).toEqual([expected, expected.length]);
  });

  const misses: [query: string, path: string][] = [
    ['ca', '/abc'],
    ['acb', '/abc'],
    ['"a"', '/a'],
    ['a*', '/abc'],
    ['a OR b', '/a'],
    ['_', '/abc'],
    ['\u0002a', '/a'],
    ['\u0002\u0002a', '/a'],
    ['\u{1f4a9}'.repeat(300), '/\u{1f4a9}'],
    ['ü'.repeat(2048), '/ü'],
    ['"'.repeat(300), '/"'],
  ];
  const short = (query: string) => (query.length < 60 ? query : `${query.slice(0, 4)}… (${query.length})`);
  test.each(misses.map(([query, path]) => [short(query), path, query] as const))(
    'not %j in %j',
    async (_short, path, query) => {
      const { tenantDomainId } = await domainWith(path);
      expect(await search({ tenantDomainId, query })).toMatchObject({ items: [], totalCount: 0 });
    },
  );

  test.each(['', '\u0308'])('everything when it is %j', async (query) => {
    const { tenantDomainId, links } = await domainWith('/a', '/b');
    expect(await search({ tenantDomainId, query })).toMatchObject({ items: links.reverse(), totalCount: 2 });
  });

  test('a whole path of 2,048 characters', async () => {
    const path = `/${'王小明-'.repeat(511)}abc`;
    const { tenantDomainId, links } = await domainWith(path);
    expect((await search({ tenantDomainId, query: path })).items).toEqual(links);
    expect((await search({ tenantDomainId, query: `${path.slice(1)}` })).items).toEqual(links);
  });
});

test('links have the visits of a range, with a date, whatever page they led to', async () => {
  const query = `/${unique()}`;
  const target = { targetType: 'page', pageId };
  const link = await newLink({ path: `${query}/visited`, target });
  await newLink({ path: `${query}/alone`, target });
  const session = (day: number) => ({
    ...least(),
    sessionStartedAt: `2026-03-0${day}T12:00:00Z`,
    sessionEndedAt: `2026-03-0${day}T12:01:00Z`,
    pageUrl: `https://site.example${link.path}`,
  });
  await ok(importSessions(pageId, [session(1), session(2)]));
  const elsewhere = await newPageId();
  await ok(send('PATCH', at(link), { target: { targetType: 'page', pageId: elsewhere } }));
  await ok(importSessions(elsewhere, [session(3)]));
  const visitsIn = async (filters: Filters) => {
    const { items } = await search({ query, ...filters });
    return items.map(({ path, visits }) => [path.slice(query.length), visits?.totalSessions]);
  };
  expect(await visitsIn({ startDate: '2026-03-02T00:00:00Z' })).toEqual([
    ['/alone', 0],
    ['/visited', 2],
  ]);
  expect(await visitsIn({ endDate: '2026-03-04T00:00:00Z' })).toContainEqual(['/visited', 3]);
  expect(await visitsIn({})).toContainEqual(['/visited', undefined]);
});

test('domains and pages whose ids have the same end are distinguished', async () => {
  const ids = ['tenant_domain_00000000000000000000000az1', 'tenant_domain_00000000000000000000000bz1'];
  for (const [n, id] of ids.entries()) {
    await env.DB.prepare('INSERT INTO tenant_domains VALUES (?, ?, 0)').bind(id, `alike${n}.example`).run();
  }
  const [first = '', second = ''] = ids;
  const alike = ['page_00000000000000000000000az1', 'page_00000000000000000000000bz1'];
  for (const id of alike) {
    await env.DB.prepare(
      "INSERT INTO pages VALUES (?, 'Alike', 'https://alike.example/' || ?, '{}', 0, 1, 'write_x', 0, 0, '[]')",
    )
      .bind(id, id)
      .run();
  }
  const to = (pageId = '') => ({ targetType: 'page', pageId });
  const link = await newLink({ path: '/alike/1', tenantDomainId: first, target: to(alike[0]) });
  const other = await newLink({ path: '/alike/2', tenantDomainId: second, target: to(alike[0]) });
  const third = await newLink({ path: '/alike/3', tenantDomainId: first, target: to(alike[1]) });
  for (const [filters, expected] of [
    [{ tenantDomainId: first }, [third, link]],
    [{ tenantDomainId: second }, [other]],
    [{ tenantDomainId: first, pageId: alike[0] ?? '' }, [link]],
    [{ tenantDomainId: first, pageId: 'page_z1' }, []],
    [{ tenantDomainId: 'z1' }, []],
  ] as [Filters, PageLink[]][]) {
    for (const query of ['', '/', 'alike']) {
      const { items, totalCount } = await search({ ...filters, query });
      expect([items, totalCount]).toEqual([expected, expected.length]);
    }
  }
});

test('a long query finds only paths that contain all of it', async () => {
  const start = `/${'ab'.repeat(50)}`;
  const { tenantDomainId, links } = await domainWith(`${start}x`, `${start}y`, `${start}yz`);
  const [, ...both] = links;
  for (const [query, expected] of [
    [start, links],
    [`${start}y`, both],
    [`${start}Ý`.slice(5), both],
    [`${start}yy`, []],
  ] as const) {
    const { items, totalCount } = await search({ tenantDomainId, query });
    expect([items, totalCount]).toEqual([[...expected].reverse(), expected.length]);
  }
});

describe('the pages of a search', () => {
  test.each<Filters>([{}, { query: 'walk' }, { query: 'w' }, { targetType: 'page' }])(
    'have every link once while links are created and deleted: %j',
    async (filters) => {
      const { tenantDomainId, links } = await domainWith(
        ...Array.from({ length: 11 }, (_, n) => `/walk/${n}`),
      );
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Links = await search({
          ...filters,
          tenantDomainId,
          limit: '3',
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...page.items.map(({ path }) => path));
        expect(page.hasMore).toBe(page.nextCursor !== null);
        cursor = page.nextCursor;
        await newLink({
          path: `/walk/late/${unique()}`,
          tenantDomainId,
          target: { targetType: 'page', pageId },
        });
        // The item that the next cursor points behind may be deleted.
        const [last] = page.items.slice(-1);
        await send('DELETE', `/v0/page_links/${last?.pageLinkId}`);
      } while (cursor !== null);
      expect(seen).toEqual(links.map(({ path }) => path).reverse());
    },
  );

  test('need the cursor of their own filters', async () => {
    const { tenantDomainId } = await domainWith('/a/1', '/a/2', '/a/3');
    const own: Filters = { tenantDomainId, query: 'a/', limit: '1' };
    const { nextCursor } = await search(own);
    expect((await search({ ...own, cursor: nextCursor ?? '' })).items).toHaveLength(1);
    const filters = ['page_links', 'a/1', tenantDomainId, undefined, undefined] as const;
    const forged = ['-1', '1e3', 'x', '', '9'.repeat(16)].map((key) => encodeCursor(filters, key));
    for (const [wrong, cursor] of [
      [{ tenantDomainId, limit: '1' }, nextCursor],
      [{ query: 'a/', limit: '1' }, nextCursor],
      [{ ...own, query: 'a' }, nextCursor],
      [{ ...own, pageId }, nextCursor],
      [{ ...own, targetType: 'page' }, nextCursor],
      [own, 'damaged'],
      ...forged.map((cursor) => [{ tenantDomainId, query: 'a/1' }, cursor] as const),
    ] as [Filters, string][]) {
      const parameters = new URLSearchParams({ ...wrong, cursor });
      const reply = await send<Problem>('GET', `/v0/page_links/search?${parameters}`);
      expect([reply.status, reply.body.code], `${parameters}`).toEqual([400, 'invalid_cursor']);
      expect(reply.cost.trips).toBe(0);
    }
  });
});

describe('lists, totals and counts equal those of a simple model', () => {
  const options = { workspace: 'acme' as const };
  /** Every link of the workspace, oldest first, as the last answer showed it. */
  const links: PageLink[] = [];
  const pages: string[] = [];
  const audiences: string[] = [];
  const domains: (string | null)[] = [null];
  beforeAll(async () => {
    for (let n = 0; n < 2; n++) {
      pages.push(await newPageId(options));
      domains.push(await newDomain(options));
    }
    for (const page of [...pages, ...pages]) audiences.push(await insertAudience(page, {}, env.DB_ACME));
  });

  const segment = fc.constantFrom(
    'a',
    'ab',
    'B',
    'é',
    'ß',
    ' ',
    '%2F',
    '%25',
    '"',
    '王',
    '\u{1f4a9}',
    'aab',
    '.',
    '..',
  );
  const path = fc
    .array(segment, { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join('/').replace(/\/(?=[aB王])/g, ''));
  const index = fc.nat(1000);
  const create = fc.record({ kind: fc.constant('create'), path, domain: index, target: index });
  const operation = fc.oneof(
    create,
    create,
    create,
    create,
    fc.record({ kind: fc.constant('rename'), link: index, path }),
    fc.record({ kind: fc.constant('move'), link: index, domain: index }),
    fc.record({ kind: fc.constant('retarget'), link: index, target: index }),
    fc.record({ kind: fc.constant('everything'), link: index, path, domain: index, target: index }),
    fc.record({ kind: fc.constant('delete'), link: index }),
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  const of = <T>(list: T[], n: number): T | undefined => list[n % list.length];
  const targetOf = (n: number) =>
    n % 2 === 0
      ? { targetType: 'audience', audienceId: of(audiences, n >> 1) }
      : { targetType: 'page', pageId: of(pages, n >> 1) };

  /** Sends the operation. If it is refused, the model must have the same path too. */
  async function run(step: Operation): Promise<void> {
    const old = 'link' in step ? of(links, step.link) : undefined;
    if ('link' in step && !old) return;
    const body = {
      ...('path' in step ? { path: step.path } : {}),
      ...('domain' in step ? { tenantDomainId: of(domains, step.domain) } : {}),
      ...('target' in step ? { target: targetOf(step.target) } : {}),
    };
    const method = step.kind === 'create' ? 'POST' : step.kind === 'delete' ? 'DELETE' : 'PATCH';
    const at = old ? `/v0/page_links/${old.pageLinkId}` : '/v0/page_links';
    const reply = await send<PageLink & Problem>(method, at, method === 'DELETE' ? undefined : body, options);
    if (reply.status === 409) {
      const holder = links.find(({ pageLinkId }) => pageLinkId === reply.body.conflictingId);
      const tenantDomainId = 'tenantDomainId' in body ? body.tenantDomainId : old?.tenantDomainId;
      expect(holder).toMatchObject({ tenantDomainId, deletedAt: null });
      expect(holder).not.toBe(old);
    } else if (reply.status === 404) {
      expect(old?.deletedAt).not.toBeNull();
    } else if (step.kind === 'create') {
      expect(reply.status, reply.text).toBe(201);
      links.push(reply.body);
    } else {
      expect(reply.status, reply.text).toBe(200);
      if (old) links[links.indexOf(old)] = reply.body;
    }
    const live = links.filter(({ deletedAt }) => deletedAt === null);
    expect(new Set(live.map((link) => `${link.tenantDomainId} ${link.path}`)).size).toBe(live.length);
  }

  const folded = (text: string) => fold(text.replace(/\s/g, encodeURIComponent));
  const naive = ({ query = '', pageId, targetType, tenantDomainId }: Filters) =>
    links
      .filter(
        (link) =>
          link.deletedAt === null &&
          link.tenantDomainId === (tenantDomainId || null) &&
          (pageId === undefined || link.target.pageId === pageId) &&
          (targetType === undefined || link.target.targetType === targetType) &&
          folded(link.path).includes(folded(query)),
      )
      .reverse();

  /** The correct value of every row of page_link_counts that is not 0. */
  function naiveCounts() {
    const counts = new Map<string, number>();
    for (const { tenantDomainId, target, deletedAt } of links) {
      if (deletedAt !== null) continue;
      for (const type of ['', target.targetType]) {
        for (const page of ['', target.pageId]) {
          const key = [tenantDomainId ?? '', type, page].join();
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    }
    return Object.fromEntries(counts);
  }

  async function check(query: string): Promise<void> {
    for (const tenantDomainId of [...domains, '', 'tenant_domain_x']) {
      for (const pageId of [undefined, ...pages, 'page_x']) {
        for (const targetType of [undefined, 'audience', 'page']) {
          const filters: Filters = {
            ...(tenantDomainId === null ? {} : { tenantDomainId }),
            ...(pageId === undefined ? {} : { pageId }),
            ...(targetType === undefined ? {} : { targetType }),
            ...(query === '' ? {} : { query }),
          };
          const expected = naive(filters);
          const { items, totalCount } = await search(filters, 'acme');
          expect([items, totalCount], JSON.stringify(filters)).toEqual([expected, expected.length]);
        }
      }
    }
  }

  /** Compares the links of each audience, page by page. */
  async function checkAudiences(limit: number): Promise<void> {
    for (const [n, of] of audiences.entries()) {
      const expected = links
        .filter(({ deletedAt, target }) => deletedAt === null && target.audienceId === of)
        .reverse();
      const at = `/v0/pages/${pages[n % pages.length]}/audiences/${of}/page_links`;
      const found: PageLink[] = [];
      const read = async (next: string) => {
        const { body, cost } = await send<Links>('GET', `${at}?limit=${limit}${next}`, undefined, options);
        expect(body.totalCount).toBe(expected.length);
        expect(cost).toMatchObject({ trips: 1, written: 0 });
        return body;
      };
      for await (const { items } of pagesOf(read)) found.push(...items);
      expect(found).toEqual(expected);
    }
  }

  test('after any operations', async () => {
    const queries = fc.constantFrom(
      '',
      '/',
      'a',
      'B',
      'ab',
      'aab',
      'E',
      'ss',
      'ß',
      ' ',
      '%2',
      '"',
      '/"',
      '王',
      '\u{1f4a9}',
      'é/a',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 5, maxLength: 25 }),
        queries,
        async (steps, query) => {
          for (const step of steps) await run(step);
          await check(query);
          await checkAudiences(1 + (steps.length % 4));
          const { results } = await env.DB_ACME.prepare(
            "SELECT tenant_domain_id || ',' || target_type || ',' || page_id AS key, links FROM page_link_counts WHERE links <> 0",
          ).all<{ key: string; links: number }>();
          expect(Object.fromEntries(results.map((row) => [row.key, row.links]))).toEqual(naiveCounts());
          // Throws when the index differs from the table.
          await env.DB_ACME.prepare(
            "INSERT INTO page_link_search (page_link_search, rank) VALUES ('integrity-check', 1)",
          ).run();
        },
      ),
      { numRuns: 12 },
    );
    expect(links.filter(({ deletedAt }) => deletedAt === null).length).toBeGreaterThan(10);
  });
});
