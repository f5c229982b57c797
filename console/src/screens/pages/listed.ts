import { listPages, type Page, type PageAnalytics } from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { type ListState, useListOf } from '../../data/list.ts';
import { loadPages, mostByIds } from '../../data/pages.ts';
import { type QueryState, useQuery } from '../../data/query.ts';

/** So many of the newest pages are searched and sorted, without being asked to go on. */
const mostListed = 1000;

export interface ListedPages {
  /** The newest pages, as the service lists them. */
  list: ListState<Page>;
  /** The newest pages, and older ones that had visits. Undefined until the first are there. */
  items: Page[] | undefined;
  /** More pages are on their way without being asked for: a search, or the order, needs them. */
  isCompleting: boolean;
  /** The search and the order are not of all pages: there are more than are loaded by themselves. */
  isPartial: boolean;
  /** The older pages that had visits. */
  older: QueryState<Page[]>;
}

/**
 * The pages of the list. `all` asks for all of them, as a search does. Otherwise those that had visits are enough to put
 * the pages with the most visits first.
 */
export function useListedPages(withVisits: PageAnalytics[] | undefined, all: boolean): ListedPages {
  const list = useListOf('pages', listPages, {});
  const count = list.items?.length ?? 0;
  const listed = new Set(list.items?.map(({ pageId }) => pageId));
  const lacking = withVisits?.filter(({ pageId }) => !listed.has(pageId)) ?? [];
  const isNeeded = all || lacking.length > 0;
  const goesOn = isNeeded && list.hasMore && count < mostListed && list.error === undefined;
  const latest = useRef(list.more);
  latest.current = list.more;
  useEffect(() => {
    if (goesOn && !list.isLoading) latest.current();
  }, [goesOn, list.isLoading, count]);

  // Those beyond the list: the most visits come first.
  const ids = list.items && !goesOn ? lacking.slice(0, mostByIds).map(({ pageId }) => pageId) : [];
  const older = useQuery(ids.length > 0 ? ['pages-with-visits', ids] : undefined, (signal) =>
    loadPages(ids, signal),
  );
  const beyond = lacking.length > 0 ? (older.data ?? []) : [];
  return {
    list,
    items: list.items && [...list.items, ...beyond.filter(({ pageId }) => !listed.has(pageId))],
    isCompleting: goesOn || older.isLoading,
    isPartial: list.hasMore && !goesOn && (all || lacking.length > mostByIds),
    older,
  };
}
