import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The name of an answer: what is asked, then its parameters. */
export type Key = readonly [name: string, ...parameters: unknown[]];

interface Entry {
  name: string;
  data?: unknown;
  error?: unknown;
  /** When the data came, in milliseconds; 0 makes the next use load again. */
  at: number;
  loading?: AbortController | undefined;
  load?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  /** It never changes. */
  isFinal?: boolean;
  listeners: Set<() => void>;
}

/** An answer that is this old in milliseconds is shown, and loaded again. */
const freshFor = 15_000;
/** Answers that nobody looks at are kept up to this number. */
const kept = 200;
const slowAfter = 2000;

const entries = new Map<string, Entry>();

const tellAll = (entry: Entry) => {
  for (const listener of [...entry.listeners]) listener();
};

function entryOf(text: string, name: string): Entry {
  const found = entries.get(text) ?? { name, at: 0, listeners: new Set() };
  entries.delete(text);
  entries.set(text, found);
  for (const [old, { listeners }] of entries) {
    if (entries.size <= kept) break;
    if (listeners.size === 0 && old !== text) entries.delete(old);
  }
  return found;
}

function start(entry: Entry): void {
  if (!entry.load) return;
  entry.loading?.abort();
  const controller = new AbortController();
  entry.loading = controller;
  const finish = (result: { data: unknown; at: number } | { error: unknown }) => {
    if (entry.loading !== controller) return;
    entry.loading = undefined;
    delete entry.error;
    Object.assign(entry, result);
    tellAll(entry);
  };
  entry.load(controller.signal).then(
    (data) => finish({ data, at: Date.now() }),
    (error: unknown) => finish({ error }),
  );
  tellAll(entry);
}

/** Loads all answers again, as after a change: those on the screen now, the others when they are next shown. */
export function refetch(): void {
  for (const entry of entries.values()) {
    if (entry.isFinal) continue;
    entry.at = 0;
    if (entry.listeners.size > 0) start(entry);
  }
}

/** What is asked: the name of the answer, and what loads it. */
export interface Question<T> {
  key: Key;
  load: (signal: AbortSignal) => Promise<T>;
}

/** Asks before what shows the answer is drawn, unless it is known or on its way. */
export function askEarly({ key, load }: Question<unknown>): void {
  const entry = entryOf(JSON.stringify(key), key[0]);
  if (entry.loading || entry.data !== undefined) return;
  entry.load = load;
  start(entry);
}

/** Loads the answers with one of these names that are on the screen again. One that is on its way is awaited. */
export function refresh(...names: string[]): void {
  for (const entry of entries.values())
    if (names.includes(entry.name) && entry.listeners.size > 0 && !entry.loading) start(entry);
}

/** Loads what failed again, as when the connection is back. What is on its way is awaited. */
export function refetchFailed(): void {
  for (const entry of entries.values())
    if (entry.error && entry.listeners.size > 0 && !entry.loading) start(entry);
}

/**
 * Changes all answers with this name at once, before the service has confirmed it. Returns a function that takes the
 * change back. An answer that came meanwhile stays.
 */
export function patch<T>(name: string, change: (data: T) => T): () => void {
  const changed: { entry: Entry; before: unknown; after: unknown }[] = [];
  for (const entry of entries.values()) {
    if (entry.name !== name || entry.data === undefined) continue;
    const before = entry.data;
    entry.data = change(before as T);
    changed.push({ entry, before, after: entry.data });
    tellAll(entry);
  }
  return () => {
    for (const { entry, before, after } of changed) {
      if (entry.data === after) entry.data = before;
      // Another change may stand on this one: only the service knows what is left.
      else if (entry.listeners.size > 0) start(entry);
      else entry.at = 0;
      tellAll(entry);
    }
  };
}

/** Forgets the answers that are not on the screen, as when a person was erased. */
export function forgetUnshown(): void {
  for (const [text, { listeners }] of entries) if (listeners.size === 0) entries.delete(text);
}

/** Forgets all answers, as when another key signs in. */
export function forgetAll(): void {
  for (const { loading } of entries.values()) loading?.abort();
  entries.clear();
}

export interface QueryState<T> {
  /** The answer. While another is loading, or when it failed: the previous one, and `isStale` is true. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  isStale: boolean;
  /** It has been loading for two seconds. */
  isSlow: boolean;
  retry: () => void;
}

/** Asks again for those of some answers that failed. */
export const retryFailed =
  (...queries: Pick<QueryState<unknown>, 'error' | 'retry'>[]) =>
  (): void => {
    for (const { error, retry } of queries) if (error !== undefined) retry();
  };

/** Some answers as one, of which `data` is made. If one fails, all have failed, which is said once. */
export const together = <T>(
  data: T | undefined,
  ...queries: Omit<QueryState<unknown>, 'data'>[]
): QueryState<T> => ({
  data,
  error: queries.find(({ error }) => error !== undefined)?.error,
  isLoading: queries.some(({ isLoading }) => isLoading),
  isStale: queries.some(({ isStale }) => isStale),
  isSlow: queries.some(({ isSlow }) => isSlow),
  retry: retryFailed(...queries),
});

export interface QueryOptions {
  /** It is loaded again after so many milliseconds, while the page is visible. */
  every?: number | undefined;
  /** The answer never changes, and is not asked for again. */
  isFinal?: boolean;
}

/** Whether an answer is on its way, or is about to be asked for. */
const loads = (entry: Entry | undefined): boolean =>
  !entry || entry.loading !== undefined || (entry.at === 0 && !entry.error);

/**
 * Loads an answer and keeps it. When the key changes, the old request is cancelled, and its figures stay until the new
 * ones are there. An undefined key loads nothing.
 */
export function useQuery<T>(
  key: Key | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { every, isFinal = false }: QueryOptions = {},
): QueryState<T> {
  const text = key && JSON.stringify(key);
  const [, draw] = useState({});
  const [slow, setSlow] = useState<string | undefined>();
  const last = useRef<{ name: string; data: T } | undefined>(undefined);
  const latest = useRef(load);
  latest.current = load;

  // Before the browser paints: a request begins a frame earlier.
  useLayoutEffect(() => {
    if (!key || text === undefined) return;
    const entry = entryOf(text, key[0]);
    entry.load = (signal) => latest.current(signal);
    entry.isFinal = isFinal;
    const isKept = isFinal ? entry.data !== undefined : Date.now() - entry.at <= freshFor;
    if (!entry.loading && !isKept) start(entry);
    const listen = () => draw({});
    entry.listeners.add(listen);
    // What was drawn is drawn again only if it is not so any more: a screen with ten answers would be drawn twice.
    if (entry.data !== drawn.data || entry.error !== drawn.error || loads(entry) !== drawn.isLoading)
      listen();
    const poll = () => {
      // An answer that takes longer than `every` must not be cancelled by the next question.
      if (document.visibilityState === 'visible' && !entry.loading) start(entry);
    };
    const again = every && setInterval(poll, every);
    // A tab that was hidden has missed some.
    const show = () => every && Date.now() - entry.at >= every && poll();
    document.addEventListener('visibilitychange', show);
    return () => {
      clearInterval(again);
      document.removeEventListener('visibilitychange', show);
      entry.listeners.delete(listen);
      if (entry.listeners.size > 0) return;
      entry.loading?.abort();
      entry.loading = undefined;
    };
  }, [text, every]);

  const entry = text === undefined ? undefined : entries.get(text);
  const isLoading = text !== undefined && loads(entry);
  const drawn = { data: entry?.data, error: entry?.error, isLoading };
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(text), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [isLoading, text]);

  if (key && entry?.data !== undefined) last.current = { name: key[0], data: entry.data as T };
  const isOld = key !== undefined && entry?.data === undefined && last.current?.name === key[0];
  return {
    data: isOld ? last.current?.data : (entry?.data as T | undefined),
    error: entry?.error,
    isLoading,
    isStale: isOld,
    isSlow: isLoading && slow === text,
    retry: () => {
      if (entry) start(entry);
    },
  };
}

/** As `useQuery`, for a question that may have been asked before its screen is drawn. */
export const useQuestion = <T>({ key, load }: Question<T>, how?: QueryOptions): QueryState<T> =>
  useQuery(key, load, how);
