import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { lazy, lazyDialog } from '../kit/lazy.tsx';
import { MenuButton } from '../kit/menu-button.tsx';
import { FilterPills, type Pill } from '../kit/pills.tsx';
import { useActions } from '../nav/actions.ts';
import { here, type Query, useRoute } from '../nav/router.ts';
import { dimensions } from './dimensions.ts';
import { chosenOf, type FilterWords, isDimension, isExcluded, toggleValue } from './filters.ts';
import type { Range } from './range.ts';

const AddFilter = lazyDialog(() => import('./add-filter.tsx').then((of) => of.AddFilter));
const ViewsMenu = lazy(() => import('./views-menu.tsx').then((of) => of.ViewsMenu));

/** The names of values that are ids, by the filter. */
export type PillNames = Record<string, (id: string) => string>;

/** The filters of an address as pills, in the order of `filters`. */
const pillsOf = (query: Query, filters: Record<string, FilterWords>, names: PillNames): Pill[] =>
  Object.entries(filters).flatMap(([name, { label, show: usual }]): Pill[] => {
    const show = names[name] ?? usual;
    if (!isDimension(name)) {
      const value = query[name];
      return value ? [{ label, text: show?.(value) ?? value, remove: { [name]: undefined } }] : [];
    }
    return chosenOf(query, name).map((value, index) => ({
      label: isExcluded(query, name) ? `Not ${label}` : label,
      text: value === null ? dimensions[name].unknown : (show?.(value) ?? value),
      remove: toggleValue(query, name, value),
      isAlternative: index > 0,
    }));
  });

/** Gives the focus to a button when the filter that had it was removed. */
function useFocusAfterRemoval(count: number, button: string): void {
  const before = useRef(count);
  useLayoutEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      document.getElementById(button)?.focus();
    before.current = count;
  }, [count]);
}

interface FilterBarProps {
  /** Undefined for all pages. */
  pageId: string | undefined;
  range: Range;
  filters: Record<string, FilterWords>;
  names?: PillNames;
}

/**
 * What the visits of a screen are limited to, a dialog that adds more, and the saved views, for its toolbar. All of it
 * stands in the address.
 */
export function FilterBar({ pageId, range, filters, names = {} }: FilterBarProps) {
  const { query } = useRoute();
  const [isAdding, setAdding] = useState(false);
  useActions([{ title: 'Filter the visits', keys: 'f', group: 'Filter', run: () => setAdding(true) }]);
  const pills = pillsOf(query, filters, names);
  const button = useId();
  useFocusAfterRemoval(pills.length, button);
  return (
    <>
      <Button id={button} onClick={() => setAdding(true)} title="Filter (f)">
        Filter
      </Button>
      <MenuButton class="button" label="Views" title="Saved views" isChosen={false}>
        {(onChoose) => <ViewsMenu onChoose={onChoose} />}
      </MenuButton>
      <FilterPills pills={pills} />
      {pills.length > 0 && <a href={here(noneOf(filters))}>Clear</a>}
      {isAdding && (
        <AddFilter pageId={pageId} range={range} filters={filters} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

/** The change of an address that removes all filters. */
export const noneOf = (filters: Record<string, FilterWords>): Query =>
  Object.fromEntries([...Object.keys(filters), 'unknown', 'not'].map((name) => [name, undefined]));
