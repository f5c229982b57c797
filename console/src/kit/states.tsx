import type { ComponentChildren } from 'preact';
import type { ListState } from '../data/list.ts';
import type { QueryState } from '../data/query.ts';
import { describeProblem } from '../lib/problem.ts';
import { Button, CopyButton } from './button.tsx';

interface AwaitProps<T> {
  query: Pick<QueryState<T>, 'data' | 'error' | 'isLoading' | 'isStale' | 'isSlow' | 'retry'>;
  /** What it is, if it fails: "your companies". */
  what?: string | undefined;
  /** What stands there until the first answer. It should be as large as the answer. */
  skeleton?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** Shows an answer, and what comes before it or in its place: loading, slow, failed. Old figures stay, paler. */
export function Await<T>({ query, what, skeleton = <Skeleton />, children }: AwaitProps<T>) {
  const { data, error, isLoading, isStale, isSlow, retry } = query;
  return (
    <div class={isStale ? 'await is-stale' : 'await'} aria-busy={isLoading}>
      {error !== undefined && !isLoading && (
        <Failed error={error} retry={retry} what={what} isShort={data !== undefined} />
      )}
      {isSlow && (data === undefined || isStale) && <Slow />}
      {data === undefined ? (error === undefined || isLoading ? skeleton : null) : children(data)}
    </div>
  );
}

/** Nothing is here yet: what it is, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state stack-2">
    <p class="state-title">{title}</p>
    {children && <div class="muted">{children}</div>}
  </div>
);

interface FailedProps {
  error: unknown;
  retry?: (() => void) | undefined;
  /** What could not be loaded. */
  what?: string | undefined;
  /** It stands above figures that were loaded before. */
  isShort?: boolean;
}

/** A problem in the service's own words, with its request id and a way to try again. */
export function Failed({ error, retry, what = 'this', isShort = false }: FailedProps) {
  const { title, detail, isTechnical, requestId, scope, status } = describeProblem(error);
  return (
    <div class={isShort ? 'state state-failed is-short stack-2' : 'state state-failed stack-2'} role="alert">
      <p class="state-title">{isTechnical ? `We could not load ${what}` : title}</p>
      {detail && !isTechnical && <p class="muted">{detail}</p>}
      {isTechnical && (
        <>
          <p class="muted">The service answered {status}. Nothing was lost.</p>
          <details class="muted">
            <summary>Details</summary>
            {detail}
          </details>
        </>
      )}
      {scope && <p class="muted">It needs a key with the scope {scope}.</p>}
      <p class="row">
        {retry && <Button onClick={retry}>Try again</Button>}
        {requestId && <CopyButton text={requestId} label={`Request ${requestId}`} what="request id" />}
      </p>
    </div>
  );
}

/** This takes longer than two seconds. */
const Slow = () => (
  <p class="slow muted small" role="status">
    This takes longer than usual …
  </p>
);

/** Gray bars where text will be, so that nothing moves when it comes. `isTable` gives each the height of a row. */
export const Skeleton = ({ lines = 3, isTable = false }: { lines?: number; isTable?: boolean }) => (
  <div class={isTable ? 'skeleton skeleton-table stack-3' : 'skeleton stack-3'} aria-hidden="true">
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);

/** Below the rows of a list: what is loading, or a button that loads the next rows. */
export function ListFooter({ list, label = 'Load more' }: { list: ListState<unknown>; label?: string }) {
  if (!list.hasMore) return null;
  return (
    <p class="list-footer">
      {list.isLoading ? <span class="muted">Loading …</span> : <Button onClick={list.more}>{label}</Button>}
    </p>
  );
}
