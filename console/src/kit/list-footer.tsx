import type { ListState } from '../data/list.ts';

/** Below the rows of a list: what is loading, or a button that loads the next rows. */
export function ListFooter({ list, label = 'Load more' }: { list: ListState<unknown>; label?: string }) {
  if (!list.hasMore) return null;
  return (
    <p class="list-footer">
      {list.isLoading ? (
        <span class="muted">Loading …</span>
      ) : (
        <button type="button" class="button" onClick={list.more}>
          {label}
        </button>
      )}
    </p>
  );
}
