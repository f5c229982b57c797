import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, type DataOf, type OptionsOf } from './api.ts';
import { type Key, type QueryState, useQuery } from './query.ts';

/** A page of a list of the API. */
export interface ListPage<T> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount?: number | null;
}

export interface ListState<T> extends Omit<QueryState<T[]>, 'data'> {
  /** The items of all pages that were loaded. Undefined until the first page is there. */
  items: T[] | undefined;
  hasMore: boolean;
  /** How many items the whole list has; null if the service does not count them. */
  totalCount: number | null;
  /** Loads the next page, if there is one and none is loading. */
  more: () => void;
}

/** Loads a list by cursor, one page after another: `more()` asks for the next. */
export function useList<T>(
  key: Key | undefined,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<T>>,
): ListState<T> {
  const text = key && JSON.stringify(key);
  const [asked, setAsked] = useState({ text, pages: 1 });
  const pages = asked.text === text ? asked.pages : 1;
  useEffect(() => setAsked((now) => (now.text === text ? now : { text, pages: 1 })), [text]);

  const first = useQuery(key, async (signal): Promise<ListPage<T>> => {
    // A list that is loaded again has as many pages as before.
    let page = await load(undefined, signal);
    const items = [...page.items];
    for (let count = 1; count < pages && page.hasMore && page.nextCursor; count++) {
      page = await load(page.nextCursor, signal);
      items.push(...page.items);
    }
    return { ...page, items };
  });
  const [rest, setRest] = useState<{ of: unknown; page: ListPage<T> } | undefined>();
  const loading = useRef<AbortController>(undefined);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [error, setError] = useState<unknown>();
  const base = first.data;
  const added = rest && rest.of === base ? rest.page : undefined;
  const last = added ?? base;
  useEffect(() => {
    setError(undefined);
    setLoadingMore(false);
    return () => {
      loading.current?.abort();
      loading.current = undefined;
    };
  }, [text]);

  const items = useMemo(() => base && [...base.items, ...(added?.items ?? [])], [base, added]);

  const loadNext = () => {
    if (!last?.hasMore || !last.nextCursor || loading.current || first.isStale) return;
    const controller = new AbortController();
    loading.current = controller;
    setLoadingMore(true);
    setError(undefined);
    load(last.nextCursor, controller.signal)
      .then(
        (page) => {
          if (controller.signal.aborted) return;
          setRest({ of: base, page: { ...page, items: [...(added?.items ?? []), ...page.items] } });
          setAsked({ text, pages: pages + 1 });
        },
        (failure: unknown) => {
          if (!controller.signal.aborted) setError(failure);
        },
      )
      .finally(() => {
        if (loading.current && loading.current !== controller) return;
        loading.current = undefined;
        setLoadingMore(false);
      });
  };
  return {
    ...first,
    error: first.error ?? error,
    isLoading: first.isLoading || isLoadingMore,
    items,
    hasMore: last?.hasMore ?? false,
    totalCount: base?.totalCount ?? null,
    // A page that failed is only asked for again by `retry`.
    more: () => {
      if (error === undefined) loadNext();
    },
    retry: () => (error === undefined ? first.retry() : loadNext()),
  };
}

type ListOperation = (options: never) => Promise<{ data: ListPage<unknown>; response?: Response }>;

/**
 * The list of an operation by cursor, as `useAnswer` has an answer. It has 100 items a page if `query` names no other
 * number.
 */
export const useListOf = <O extends ListOperation>(
  name: string,
  operation: O,
  options: (Partial<OptionsOf<O>> & { query?: object }) | undefined,
) =>
  useList<DataOf<O>['items'][number]>(options && [name, options], (cursor, signal) => {
    const query = { limit: 100, ...options?.query, ...(cursor && { cursor }) };
    return ask(operation, { ...options, query, signal } as unknown as OptionsOf<O>);
  });
