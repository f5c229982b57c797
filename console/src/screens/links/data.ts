import {
  audienceAnalytics,
  listAudiences,
  type PageLink,
  pageAnalytics,
  searchPageLinks,
  type TenantDomain,
} from '@footfall/client';
import { ask } from '../../api.ts';
import { viewerZone } from '../../format.ts';
import type { ListPage } from '../../list.ts';
import { rangeOf } from '../../range.ts';

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

/** The most pages whose audiences are asked for their visits and names. */
const pagesAsked = 12;

/** The most items of an answer. */
const mostItems = 100;

/** The visits of an answer by id. What is missing had none, unless the answer has as many items as it can have. */
function visitsIn<T extends { totalSessions: number }>(items: T[], idOf: (item: T) => string | undefined) {
  const found = new Map(items.map((item) => [idOf(item), item.totalSessions]));
  return (id: string) => found.get(id) ?? (items.length < mostItems ? 0 : undefined);
}

/** The visits of the last 30 days of a target, or undefined if they are not known. */
export type VisitsOf = (target: Pick<PageLink['target'], 'pageId' | 'audienceId'>) => number | undefined;

/** The visits of the last 30 days of pages and their audiences: of the 100 with the most visits, of 12 pages. */
export async function visitsOfTargets(pageIds: string[], signal: AbortSignal): Promise<VisitsOf> {
  const { startDate, endDate } = rangeOf({});
  const query = {
    startDate,
    endDate,
    timezone: viewerZone,
    limit: mostItems,
    sort: '-totalSessions',
  } as const;
  const asked = pageIds.slice(0, pagesAsked);
  const [pages, ...byPage] = await Promise.all([
    ask(pageAnalytics, { query, signal }),
    ...asked.map((pageId) => ask(audienceAnalytics, { path: { page_id: pageId }, query, signal })),
  ]);
  const ofPage = visitsIn(pages.items, ({ pageId }) => pageId);
  const ofAudience = new Map(
    byPage.map(({ items }, index) => [asked[index], visitsIn(items, ({ audienceId }) => audienceId)]),
  );
  return ({ pageId, audienceId }) => (audienceId ? ofAudience.get(pageId)?.(audienceId) : ofPage(pageId));
}

/** The names of the audiences of some pages by their ids: the 100 newest of each page. */
export async function namesOfAudiences(pageIds: string[], signal: AbortSignal): Promise<Map<string, string>> {
  const lists = await Promise.all(
    pageIds
      .slice(0, pagesAsked)
      .map((pageId) => ask(listAudiences, { path: { page_id: pageId }, query: { limit: 100 }, signal })),
  );
  return new Map(
    lists.flatMap(({ items }) =>
      items.map(({ audienceId, effectiveName }): [string, string] => [audienceId, effectiveName]),
    ),
  );
}

/** An audience in a list to choose from. */
export interface AudienceChoice {
  audienceId: string;
  name: string;
}

/** The most audiences of a page in a list to choose from. */
export const audiencesOffered = 300;

/** The audiences of a page that a link can lead to: those that are not archived. */
export async function audienceChoices(pageId: string, signal: AbortSignal): Promise<AudienceChoice[]> {
  const choices: AudienceChoice[] = [];
  for (let cursor: string | undefined; choices.length < audiencesOffered; ) {
    const list = await ask(listAudiences, {
      path: { page_id: pageId },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    });
    for (const { audienceId, effectiveName, status } of list.items)
      if (status !== 'archived') choices.push({ audienceId, name: effectiveName });
    if (!list.hasMore || !list.nextCursor) break;
    cursor = list.nextCursor;
  }
  return choices;
}

/** The name of the domain of a link, or undefined without one. */
export const domainOf = (
  { tenantDomainId }: Pick<PageLink, 'tenantDomainId'>,
  domains: TenantDomain[] | undefined,
): string | undefined =>
  tenantDomainId === null
    ? undefined
    : (domains?.find((domain) => domain.tenantDomainId === tenantDomainId)?.domain ?? tenantDomainId);
