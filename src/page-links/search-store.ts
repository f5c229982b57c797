import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { pageLinkCounts, pageLinks } from '../db/schema/page-links.ts';
import { decodeNumber, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { foldPath, isPhrase, phraseOf } from './path.ts';
import { onDomain } from './path-store.ts';
import type { PageLink } from './schemas.ts';
import { pageLinkColumns, toPageLink } from './store.ts';

interface Filters {
  tenantDomainId?: string | undefined;
  pageId?: string | undefined;
  targetType?: 'audience' | 'page' | undefined;
}

export interface PageLinkSearch extends Filters {
  query?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The links that pass; one of the partial indexes holds them, newest last. */
const passing = ({ tenantDomainId, pageId, targetType }: Filters): SQL | undefined =>
  and(
    onDomain(tenantDomainId ?? null),
    isNull(pageLinks.deletedAt),
    pageId === undefined ? undefined : eq(pageLinks.pageId, pageId),
    targetType === undefined ? undefined : eq(pageLinks.targetType, targetType),
  );

/** Reads how many links pass; one row whatever their number. No text stands for no filter. */
const countOf = (db: Database, { tenantDomainId, pageId, targetType }: Filters) =>
  db
    .select({ value: pageLinkCounts.links })
    .from(pageLinkCounts)
    .where(
      and(
        eq(pageLinkCounts.tenantDomainId, tenantDomainId ?? ''),
        eq(pageLinkCounts.targetType, targetType ?? ''),
        eq(pageLinkCounts.pageId, pageId ?? ''),
      ),
    );

/** The end of an id, which tells most ids apart in three characters of the index. */
const endOf = (id: string) => /[a-z0-9]{2}$/.exec(id)?.[0] ?? '..';

/** Narrows a search of the index to links that may pass, by the marks that page_link_search_text ends with. */
const narrowing = ({ tenantDomainId, pageId, targetType }: Filters): string =>
  [
    `"\u0003${tenantDomainId === undefined ? '--' : endOf(tenantDomainId)}"`,
    targetType === undefined ? '' : `"\u0004${targetType.slice(0, 2)}"`,
    pageId === undefined ? '' : `"\u0005${endOf(pageId)}"`,
  ].join(' ');

/** The links that pass and have `folded` in their path, by way of the index; with its rowids in `range`. */
const matching = (folded: string, filters: Filters, range?: SQL): SQL | undefined =>
  and(
    sql`page_link_search match ${`${phraseOf(folded)} ${narrowing(filters)}`}`,
    range,
    sql`page_link_search.rowid = ${pageLinks.seq}`,
    passing(filters),
    isPhrase(folded) ? undefined : sql`instr(${pageLinks.searchPath}, ${folded}) > 0`,
  );

/** Live links of a domain whose path has `query` in it, newest first; with one, the total reads each match twice. */
export async function searchPageLinks(
  db: Database,
  { query, limit, cursor, ...filters }: PageLinkSearch,
): Promise<Page<PageLink>> {
  const folded = foldPath(query ?? '');
  const scope: ListScope = ['page_links', folded, filters.tenantDomainId, filters.pageId, filters.targetType];
  const after = cursor === undefined ? undefined : decodeNumber(scope, cursor);
  // As in persons/search-store.ts: FTS5 seeks to an INTEGER rowid only, and CROSS JOIN holds this order.
  const range = after === undefined ? undefined : sql`page_link_search.rowid < cast(${after} as integer)`;
  const [page, total] =
    folded === ''
      ? [
          db
            .select(pageLinkColumns)
            .from(pageLinks)
            .where(and(passing(filters), after === undefined ? undefined : lt(pageLinks.seq, after)))
            .orderBy(desc(pageLinks.seq))
            .limit(limit + 1),
          countOf(db, filters),
        ]
      : [
          db
            .select(pageLinkColumns)
            .from(sql`page_link_search`)
            .crossJoin(pageLinks)
            .where(matching(folded, filters, range))
            .orderBy(sql`page_link_search.rowid desc`)
            .limit(limit + 1),
          db
            .select({ value: sql<number>`count(*)`.as('value') })
            .from(sql`page_link_search`)
            .crossJoin(pageLinks)
            .where(matching(folded, filters)),
        ];
  const [rows, [count]] = await db.batch([page, total]);
  const { items, ...rest } = toPage(rows, limit, count?.value ?? 0, (last) => encodeCursor(scope, last.seq));
  return { items: items.map(toPageLink), ...rest };
}
