import type { ListState } from '../data/list.ts';
import { Button } from './button.tsx';

/** Below the rows of a list: what is loading, or a button that loads the next rows. */
export function ListFooter({ list, label = 'Load more' }: { list: ListState<unknown>; label?: string }) {
  if (!list.hasMore) return null;
  return (
    <p class="list-footer">
      {list.isLoading ? <span class="muted">Loading …</span> : <Button onClick={list.more}>{label}</Button>}
    </p>
  );
}
