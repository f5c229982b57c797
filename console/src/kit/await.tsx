import type { ComponentChildren } from 'preact';
import type { QueryState } from '../data/query.ts';
import { Failed, Skeleton, Slow } from './states.tsx';

export interface AwaitProps<T> {
  query: Pick<QueryState<T>, 'data' | 'error' | 'isLoading' | 'isStale' | 'isSlow' | 'retry'>;
  /** What stands there until the first answer. It should be as large as the answer. */
  skeleton?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** Shows an answer, and what comes before it or in its place: loading, slow, failed. Old figures stay, paler. */
export function Await<T>({ query, skeleton = <Skeleton />, children }: AwaitProps<T>) {
  const { data, error, isLoading, isStale, isSlow, retry } = query;
  return (
    <div class={isStale ? 'await is-stale' : 'await'} aria-busy={isLoading}>
      {error !== undefined && !isLoading && (
        <Failed error={error} retry={retry} isShort={data !== undefined} />
      )}
      {isSlow && (data === undefined || isStale) && <Slow />}
      {data === undefined ? (error === undefined || isLoading ? skeleton : null) : children(data)}
    </div>
  );
}
