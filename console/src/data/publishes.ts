import { listPublishes, type PublishList } from '@footfall/client';
import { ask } from './api.ts';
import { type QueryState, useQuery } from './query.ts';

/** So many publishes of a range are shown: the latest. */
export const mostPublishes = 100;

/** What was published of a page in a range, latest first. Without a page, nothing is asked. */
export const usePublishes = (
  pageId: string | undefined,
  { startDate, endDate }: { startDate: string; endDate: string },
): QueryState<PublishList> =>
  useQuery(pageId === undefined ? undefined : ['publishes', pageId, startDate, endDate], (signal) =>
    ask(listPublishes, {
      path: { page_id: pageId ?? '' },
      query: { startDate, endDate, limit: mostPublishes },
      signal,
    }),
  );
