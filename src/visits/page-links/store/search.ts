import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { askWith } from '../../../analytics/store/ask.ts';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { numberIn, pageAsked } from '../../../lib/cursor.ts';
import { pageLinkCounts, pageLinks } from '../../tables/page-links.ts';
import { foldPath, isPhrase, marks, phraseOf } from '../path.ts';
import type { PageLinkList, PageLinkSearchQuery } from '../schemas.ts';
import { pageLinkColumns, visitsByLink } from './internal.ts';
import { onDomain } from './requirements.ts';

type Filters = Pick<PageLinkSearchQuery, 'tenantDomainId' | 'pageId' | 'targetType'>;

type FilterParams = Required<ParamsOf<Filters>>;

/** The links that match the filters. One of the partial indexes contains them, newest last. */
const passing = ({ tenantDomainId, pageId, targetType }: FilterParams): SQL | undefined =>
  and(
    onDomain(tenantDomainId),
    isNull(pageLinks.deletedAt),
    pageId && eq(pageLinks.pageId, pageId),
    targetType && eq(pageLinks.targetType, targetType),
  );

interface PassingParams extends ListParams<number> {
  filters: FilterParams;
}

const selectPassing = statement(({ filters, after, take }: PassingParams) =>
  build
    .select(pageLinkColumns)
    .from(pageLinks)
    .where(and(passing(filters), after && lt(pageLinks.seq, after)))
    .orderBy(desc(pageLinks.seq))
    .limit(take),
);

/** Selects how many links match the filters, from one row. An empty text stands for no filter. */
const countPassing = statement(
  ({ tenantDomainId, pageId, targetType }: Record<keyof Filters, Param<string>>) =>
    build
      .select({ value: pageLinkCounts.links })
      .from(pageLinkCounts)
      .where(
        and(
          eq(pageLinkCounts.tenantDomainId, tenantDomainId),
          sql`${pageLinkCounts.targetType} = ${targetType}`,
          eq(pageLinkCounts.pageId, pageId),
        ),
      ),
);

/** The last two characters of an id. They distinguish most ids, and take only three characters of the index. */
const lastTwoOf = (id: string) => /[a-z0-9]{2}$/.exec(id)?.[0] ?? '..';

/** Narrows a search to links that may match the filters, by the marks at the end of page_link_search_text. */
const narrowing = ({ tenantDomainId, pageId, targetType }: Filters): string =>
  [
    `"${marks.domain}${tenantDomainId === undefined ? '--' : lastTwoOf(tenantDomainId)}"`,
    targetType === undefined ? '' : `"${marks.type}${targetType.slice(0, 2)}"`,
    pageId === undefined ? '' : `"${marks.page}${lastTwoOf(pageId)}"`,
  ].join(' ');

interface MatchParams {
  filters: FilterParams;
  /** An FTS5 query: the phrase, and the marks for the filters. */
  words: Param<string>;
  /** The whole text, if the phrase is only its beginning. */
  text: Param<string> | undefined;
}

/** The links that match the filters and contain the text, by the index. `range` limits its rowids. */
const matching = ({ filters, words, text }: MatchParams, range?: SQL): SQL | undefined =>
  and(
    sql`page_link_search match ${words}`,
    range,
    sql`page_link_search.rowid = ${pageLinks.seq}`,
    passing(filters),
    text && sql`instr(${pageLinks.searchPath}, ${text}) > 0`,
  );

const selectMatches = statement(({ after, take, ...match }: MatchParams & PassingParams) =>
  build
    .select(pageLinkColumns)
    .from(sql`page_link_search`)
    .crossJoin(pageLinks)
    // As in people/persons/store/search.ts: FTS5 seeks only to an INTEGER rowid, and CROSS JOIN keeps SQLite from changing
    // this order.
    .where(matching(match, after && sql`page_link_search.rowid < cast(${after} as integer)`))
    .orderBy(sql`page_link_search.rowid desc`)
    .limit(take),
);

const countMatches = statement((match: MatchParams) =>
  build
    .select({ value: sql<number>`count(*)` })
    .from(sql`page_link_search`)
    .crossJoin(pageLinks)
    .where(matching(match)),
);

/**
 * Live links of a domain whose path contains `query`, newest first; with a date, with visits. Throws `invalid_cursor`,
 * `too_many_values`.
 */
export async function searchPageLinks(db: Database, listing: PageLinkSearchQuery): Promise<PageLinkList> {
  const { query, tenantDomainId, pageId, targetType } = listing;
  const folded = foldPath(query ?? '');
  const visits = visitsByLink(listing);
  const binding = ['page_links', folded, tenantDomainId, pageId, targetType, ...visits.binding] as const;
  const asked = pageAsked(binding, listing, numberIn);
  const filters = { tenantDomainId, pageId, targetType };
  const match = {
    filters,
    words: `${phraseOf(folded)} ${narrowing(filters)}`,
    text: isPhrase(folded) ? undefined : folded,
  };
  const [rows, [total]] = await askWith(
    db,
    visits.inquiries,
    folded === ''
      ? [
          selectPassing({ filters, ...asked.place }),
          countPassing({
            tenantDomainId: tenantDomainId ?? '',
            pageId: pageId ?? '',
            targetType: targetType ?? '',
          }),
        ]
      : [selectMatches({ ...match, ...asked.place }), countMatches(match)],
  );
  return { ...asked.list(rows, total?.value ?? 0, (last) => last.seq, visits.toItem), ...visits.more() };
}
