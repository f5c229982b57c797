import { type PageLink, searchPageLinks, type TenantDomain } from '@footfall/client';
import { ask } from './api.ts';
import type { ListPage } from './list.ts';

export interface LinkSearch {
  text: string;
  /** Ids of domains; the empty text means no domain. */
  domains: string[];
  targetType: 'audience' | 'page' | undefined;
}

/** The cursor of each domain that has more. */
type Cursors = Record<string, string>;

/** Searches links on several domains. The cursor is that of each of them. */
export async function findLinks(
  { text, domains, targetType }: LinkSearch,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<PageLink>> {
  const cursors = cursor === undefined ? undefined : (JSON.parse(cursor) as Cursors);
  const asked = cursors ? Object.keys(cursors) : domains;
  const answers = await Promise.all(
    asked.map((tenantDomainId) => {
      const after = cursors?.[tenantDomainId];
      const query = {
        limit: 50,
        ...(text && { query: text }),
        ...(targetType && { targetType }),
        ...(tenantDomainId && { tenantDomainId }),
        ...(after && { cursor: after }),
      };
      return ask(searchPageLinks, { query, signal });
    }),
  );
  const next: Cursors = {};
  for (const [index, { hasMore, nextCursor }] of answers.entries())
    if (hasMore && nextCursor) next[asked[index] ?? ''] = nextCursor;
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

/** The name of the domain of a link, or undefined without one. */
export const domainOf = (
  { tenantDomainId }: Pick<PageLink, 'tenantDomainId'>,
  domains: TenantDomain[] | undefined,
): string | undefined =>
  tenantDomainId === null
    ? undefined
    : (domains?.find((domain) => domain.tenantDomainId === tenantDomainId)?.domain ?? tenantDomainId);
