import type { ListState } from '../data/list.ts';

/** Below the rows of a list: what is loading, or a button that loads the next rows. */
export function ListFooter({ list }: { list: ListState<unknown> }) {
  if (!list.hasMore) return null;
  return (
    <p class="list-footer">
      {list.isLoading ? (
        <span class="muted">Loading …</span>
      ) : (
        <button type="button" class="button" onClick={list.more}>
          Load more
        </button>
      )}
    </p>
  );
}
