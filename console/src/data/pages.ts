import { getPage, listPages, type Page } from '@footfall/client';
import { useRef } from 'preact/hooks';
import { nameOf } from '../../../src/vocabulary/names.ts';
import { ask, useAnswer } from './api.ts';
import { loadByIds } from './at-most.ts';
import { type QueryState, useQuery } from './query.ts';

/** So many of the newest pages are in lists to choose from. */
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

/** The newest pages, for lists to choose from. `usePagesById` has the name of a page whose id is known. */
export const usePages = (isWanted = true): QueryState<Page[]> =>
  useQuery(isWanted ? ['pages-known'] : undefined, load);

/** A page, such as for its heading. Undefined asks nothing. */
export const usePage = (id: string | undefined): QueryState<Page> =>
  useAnswer('page-head', getPage, id === undefined ? undefined : { path: { page_id: id } });

/** So many pages are loaded by their ids. */
export const mostByIds = 100;

/** Pages by their ids, one by one: for pages that no list has. Only the first 100 ids are asked for. */
export const loadPages = (ids: string[], signal: AbortSignal): Promise<Page[]> =>
  loadByIds(
    ids.slice(0, mostByIds),
    (id) => ask(getPage, { path: { page_id: id }, signal }),
    'page_not_found',
  );

/**
 * Pages by their ids: from the newest ones, and one by one if they are older. Those are loaded already while the ids are
 * undefined, unless none will be wanted.
 */
export function usePagesById(
  ids: string[] | undefined,
  isWanted = true,
): Pick<QueryState<Map<string, Page>>, 'data' | 'isLoading'> {
  const newest = usePages(isWanted);
  // Those that were loaded one by one are not loaded again when one more is wanted.
  const loaded = useRef(new Map<string, Page>());
  const known = new Map([
    ...loaded.current,
    ...(newest.data ?? []).map((page) => [page.pageId, page] as const),
  ]);
  const older = newest.data && ids?.filter((id) => !known.has(id)).toSorted();
  const others = useQuery(older?.length ? ['pages-by-id', older] : undefined, async (signal) => {
    const pages = await loadPages(older ?? [], signal);
    for (const page of pages) loaded.current.set(page.pageId, page);
    return pages;
  });
  for (const page of others.data ?? []) known.set(page.pageId, page);
  return { data: newest.data && known, isLoading: newest.isLoading || others.isLoading };
}

/** The name of a page: its title, or else its address. */
export const pageName = (page: Pick<Page, 'title' | 'url'>): string => nameOf('page', page) ?? page.url;

/** Pages in a list to choose from. Those with the same name as another have their address, too. */
export function pageOptions(pages: Page[] = []): { value: string; label: string }[] {
  const times = new Map<string, number>();
  for (const page of pages) times.set(pageName(page), (times.get(pageName(page)) ?? 0) + 1);
  return pages.map((page) => {
    const name = pageName(page);
    const isShared = name !== page.url && (times.get(name) ?? 0) > 1;
    return { value: page.pageId, label: isShared ? `${name} · ${addressWords(page)}` : name };
  });
}

/** The address as it was typed, with `https://` before it unless it begins with a scheme. */
export function typedAddress(text: string): string {
  const address = text.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`;
}

/** The address of a page without its protocol, as a person reads it. */
export const addressWords = ({ url }: Pick<Page, 'url'>): string => url.replace(/^https?:\/\//, '');

/** The name of a page among others: three dots while they are loaded, its id if the service does not name it. */
export function pageNameIn(
  { data, isLoading }: Pick<QueryState<Map<string, Page>>, 'data' | 'isLoading'>,
  pageId: string,
): string {
  const page = data?.get(pageId);
  return page ? pageName(page) : isLoading ? '…' : pageId;
}
