import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { nameIn, useAudiences } from '../data/audience-names.ts';
import { lazy } from '../kit/lazy.tsx';
import { MenuButton } from '../kit/menu-button.tsx';
import { FilterPills, type Pill } from '../kit/pills.tsx';
import { useActions } from '../nav/actions.ts';
import { here, type Query, useRoute } from '../nav/router.ts';
import { dimensions } from './dimensions.ts';
import { type FilterWords, isDimension } from './filter-words.ts';
import { chosenOf, toggleValue } from './filters.ts';
import type { Range } from './range.ts';
import { useValueNames } from './value-names.ts';

const AddFilter = lazy(() => import('./add-filter.tsx').then((of) => of.AddFilter));
const ViewsMenu = lazy(() => import('./views-menu.tsx').then((of) => of.ViewsMenu));

/** The filters of an address as pills, in the order of `filters`. */
function pillsOf(query: Query, filters: Record<string, FilterWords>): Pill[] {
  return Object.entries(filters).flatMap(([name, { label, show }]): Pill[] => {
    if (!isDimension(name)) {
      const value = query[name];
      return value ? [{ label, text: show?.(value) ?? value, remove: { [name]: undefined } }] : [];
    }
    return chosenOf(query, name).map((value, index) => ({
      label,
      text: value === null ? dimensions[name].unknown : (show?.(value) ?? value),
      remove: toggleValue(query, name, value),
      isAlternative: index > 0,
    }));
  });
}

export interface FilterBarProps {
  /** Undefined for all pages. */
  pageId: string | undefined;
  range: Range;
  filters: Record<string, FilterWords>;
  /** What stands at the left. */
  start?: ComponentChildren;
  /** What stands at the right. */
  children?: ComponentChildren;
}

/**
 * What the visits of a screen are limited to, a dialog that adds more, and the saved views. All of it stands in the
 * address.
 */
export function FilterBar({ pageId, range, filters, start, children }: FilterBarProps) {
  const { query } = useRoute();
  const [isAdding, setAdding] = useState(false);
  const audienceIds = pageId !== undefined && query.audience ? [query.audience] : undefined;
  const audiences = useAudiences(pageId ?? '', audienceIds);
  const links = chosenOf(query, 'pageLinkId');
  const linkName = useValueNames('pageLinkId', pageId, links.length > 0 ? links : undefined);
  useActions([{ title: 'Filter the visits', keys: 'f', group: 'Filter', run: () => setAdding(true) }]);
  const named: Record<string, FilterWords> = {
    ...filters,
    ...(filters.audience && { audience: { label: 'Audience', show: (id) => nameIn(audiences, id) } }),
    ...(filters.pageLinkId && { pageLinkId: { ...filters.pageLinkId, show: linkName } }),
  };
  const pills = pillsOf(query, named);
  return (
    <div class="row filters">
      {start}
      <button type="button" class="button" onClick={() => setAdding(true)} title="Filter (f)">
        Filter
      </button>
      <MenuButton class="button" label="Views" title="Saved views" isChosen={false}>
        {(onChoose) => <ViewsMenu onChoose={onChoose} />}
      </MenuButton>
      <FilterPills pills={pills} />
      {pills.length > 0 && <a href={here(noneOf(filters))}>Clear</a>}
      <span class="grow" />
      {children}
      {isAdding && (
        <AddFilter pageId={pageId} range={range} filters={filters} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

/** The change of an address that removes all filters. */
export const noneOf = (filters: Record<string, FilterWords>): Query =>
  Object.fromEntries([...Object.keys(filters), 'unknown'].map((name) => [name, undefined]));
