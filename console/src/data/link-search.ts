import { type FoundPageLink, isProblem, searchPageLinks } from '@footfall/client';
import { type Asked, ask } from './api.ts';
import type { ListPage } from './list.ts';

export interface LinkSearch {
  text: string;
  /** Ids of domains; the empty text means no domain. */
  domains: string[];
  targetType: 'audience' | 'page' | undefined;
  /** Only links to this page, or to one of its audiences. */
  pageId?: string | undefined;
  /** Each link has its visits of this range, unless too many links had some. */
  span?: { startDate: string; endDate: string } | undefined;
  /** So many of each domain, if not all. */
  limit?: number;
}

/** So many links of a domain are loaded at once, which are as many as the service answers. */
export const linksAtOnce = 100;

/** Where each domain goes on that has more. A cursor belongs to a question with visits, or to one without. */
type Cursors = Record<string, { after: string; hasVisits: boolean }>;

type LinkQuery = NonNullable<Parameters<typeof searchPageLinks>[0]>['query'];

/** Searches links on one domain. Where the service cannot count the visits of so many links, they come without. */
async function search({ span, ...query }: LinkQuery & Pick<LinkSearch, 'span'>, signal: AbortSignal) {
  try {
    const list = await ask(searchPageLinks, { query: { ...query, ...span }, signal });
    return { ...list, hasVisits: span !== undefined };
  } catch (error) {
    if (!span || !isProblem(error, 'too_many_values')) throw error;
    return { ...(await ask(searchPageLinks, { query, signal })), hasVisits: false };
  }
}

const queryOf = ({ text, targetType, pageId }: LinkSearch, tenantDomainId: string) => ({
  ...(text && { query: text }),
  ...(targetType && { targetType }),
  ...(pageId && { pageId }),
  ...(tenantDomainId && { tenantDomainId }),
});

/** The links that are found, with their visits, as files: one for each domain. */
export const linkFiles = (of: LinkSearch): Asked[] =>
  of.domains.map((domain) => [searchPageLinks, { query: { ...queryOf(of, domain), ...of.span } }]);

/** Searches links on several domains. The cursor has a cursor for each of them. */
export async function findLinks(
  of: LinkSearch,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<FoundPageLink>> {
  const cursors = cursor === undefined ? undefined : (JSON.parse(cursor) as Cursors);
  const asked = cursors ? Object.keys(cursors) : of.domains;
  const answers = await Promise.all(
    asked.map((tenantDomainId) => {
      const { after, hasVisits = true } = cursors?.[tenantDomainId] ?? {};
      const { limit = linksAtOnce } = of;
      const query = { ...queryOf(of, tenantDomainId), limit, ...(after && { cursor: after }) };
      return search({ ...query, ...(hasVisits && { span: of.span }) }, signal);
    }),
  );
  const next: Cursors = {};
  for (const [index, { hasMore, nextCursor, hasVisits }] of answers.entries())
    if (hasMore && nextCursor) next[asked[index] ?? ''] = { after: nextCursor, hasVisits };
  const hasMore = Object.keys(next).length > 0;
  const counts = answers.flatMap(({ totalCount }) => (totalCount === null ? [] : [totalCount]));
  return {
    items: answers
      .flatMap(({ items }) => items)
      .toSorted((a, b) => b.pageLinkId.slice(-26).localeCompare(a.pageLinkId.slice(-26))),
    hasMore,
    nextCursor: hasMore ? JSON.stringify(next) : null,
    totalCount: counts.length < answers.length ? null : counts.reduce((sum, count) => sum + count, 0),
  };
}
