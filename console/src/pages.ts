import { listPages, type Page } from '@footfall/client';
import { ask } from './api.ts';
import { type QueryState, useQuery } from './query.ts';

/** So many pages are known by their name. */
const most = 300;

async function load(signal: AbortSignal): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | undefined; pages.length < most; ) {
    const list = await ask(listPages, { query: { limit: 100, ...(cursor && { cursor }) }, signal });
    pages.push(...list.items);
    if (!list.hasMore || !list.nextCursor) break;
    cursor = list.nextCursor;
  }
  return pages;
}

/** The pages, for their names and for lists to choose from. */
export const usePages = (): QueryState<Page[]> => useQuery(['pages-known'], load);

/** The name of a page: its title, or else its address. */
export const pageName = ({ title, url }: Pick<Page, 'title' | 'url'>): string => title || url;
