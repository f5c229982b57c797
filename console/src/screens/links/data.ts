import { audienceAnalytics, listAudiences, type PageLink, pageAnalytics } from '@footfall/client';
import { visitsBefore } from '../../analytics/before.ts';
import { rangeOf } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';
import { viewerZone } from '../../lib/format.ts';

/** The most pages whose audiences are asked for their visits and names. */
const pagesAsked = 12;

/** The most items of an answer. */
const mostItems = 100;

/** What is missing had no visits, unless the answer has as many items as it can have. */
const visitsIn = <T extends { totalSessions: number }>(items: T[], idOf: (item: T) => string | undefined) =>
  visitsBefore(items, idOf, items.length < mostItems);

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
