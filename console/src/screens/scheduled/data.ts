import { type Audience, listAudiences, type Page } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { allOf } from '../../data/at-most.ts';
import { usePages } from '../../data/pages.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { isInFlight } from '../audiences/state.ts';

/** So many pages with audiences are looked through, and so many of the newest audiences of each. */
export const mostPages = 50;
export const mostAudiences = 100;
/** So many pages are asked for at once. */
const atOnce = 6;

/** What waits to be published, and whether there is more than was looked through. */
export interface Waiting {
  audiences: Audience[];
  isPart: boolean;
}

/** The audiences of pages whose latest version waits. The API has no such list. */
async function waitingOf(pages: Page[], signal: AbortSignal): Promise<Waiting> {
  const lists = await allOf(atOnce, pages.slice(0, mostPages), ({ pageId }) =>
    ask(listAudiences, { path: { page_id: pageId }, query: { limit: mostAudiences }, signal }),
  );
  return {
    audiences: lists.flatMap(({ items }) =>
      items.filter((audience) => audience.archivedAt === null && isInFlight(audience)),
    ),
    isPart: pages.length > mostPages || lists.some(({ hasMore }) => hasMore),
  };
}

/** What waits to be published, of all pages. */
export function useWaiting(): QueryState<Waiting> & { nameOf: (pageId: string) => Page | undefined } {
  const pages = usePages();
  const withAudiences = pages.data?.filter(({ audiencesCount }) => audiencesCount > 0);
  const ids = withAudiences?.map(({ pageId }) => pageId);
  const waiting = useQuery(ids && ['scheduled', ids], (signal) => waitingOf(withAudiences ?? [], signal));
  return {
    ...waiting,
    error: waiting.error ?? pages.error,
    isLoading: waiting.isLoading || pages.isLoading,
    isSlow: waiting.isSlow || pages.isSlow,
    retry: () => (pages.error === undefined ? waiting.retry() : pages.retry()),
    nameOf: (pageId) => pages.data?.find((page) => page.pageId === pageId),
  };
}
