import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListState } from '../data/list.ts';
import type { QueryState } from '../data/query.ts';
import { number } from '../lib/format.ts';
import { go, here, useRoute } from '../nav/router.ts';
import type { Choosing } from './choose.tsx';
import { isSortedHere, nextSort, type Served, type Sortable, sorted } from './sort.ts';
import { Await, ListFooter, Skeleton } from './states.tsx';
import { useWindow } from './window.ts';

/** Moves the focus among the links of a table's rows: arrows, Home and End. */
function moveAmongRows(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  if (!target.matches('.row-link')) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const at = links.indexOf(target);
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }[key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = links[to];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export interface Column<T> {
  /** The name in the address when the table is sorted by it. */
  id: string;
  label: string;
  cell: (row: T) => ComponentChildren;
  /** What the column means, where its name does not say it. */
  hint?: string;
  /** Numbers stand at the right, in tabular figures. */
  isNumber?: boolean;
  /** What rows are compared by. Without it, or `served`, the column does not sort. */
  sortBy?: (row: T) => Sortable;
  /** The service has the order of the column: rows come in it. */
  served?: Served;
  /** Not shown on a phone; the open row has it. */
  notOnPhone?: boolean;
  /** Not shown where the window is narrow or a record takes its room: other columns would wrap. */
  onlyWide?: boolean;
}

/** A column by its name in the address, its label, how it is shown, and the cell of a row. */
export const column = <T,>(
  id: string,
  label: string,
  how: Omit<Column<T>, 'id' | 'label' | 'cell'>,
  cell: Column<T>['cell'],
): Column<T> => ({ ...how, id, label, cell });

export interface TableProps<T> {
  /** What the table lists, for screen readers. */
  label: string;
  /** The first column names the row. Its cell is in a link if `href` is given. */
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** The address of a row: usually `here({ open: id })`. A click anywhere on the row follows it. */
  href?: (row: T) => string | undefined;
  /** The column by which rows come, and with `-` the largest first. */
  initialSort?: string;
  /** The name in the address that keeps the sort. Without it, the table forgets the sort when it is left. */
  sortParam?: string;
  /** The rows come in the order of the sort already: the service has sorted them. */
  isSorted?: boolean;
  /** The list that the rows are of, by cursor: more is loaded when the last row comes near. */
  list?: ListState<unknown> | undefined;
  /** What stands below the last row. */
  footer?: ComponentChildren;
  /** Lets rows be chosen, to do something with many: `useChoose(…)`. */
  choose?: Choosing<T> | undefined;
}

interface HeadProps<T> {
  columns: Column<T>[];
  sort: string | undefined;
  onSort: (sort: string) => void;
  /** The box that chooses all rows. */
  box: ComponentChildren;
}

function Head<T>({ columns, sort, onSort, box }: HeadProps<T>) {
  const direction = (id: string) =>
    sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  return (
    <thead>
      <tr>
        {box && (
          <th scope="col" class="choose">
            {box}
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            class={cellClass(column)}
            title={column.hint}
            aria-sort={direction(column.id)}
          >
            {column.sortBy || column.served ? (
              <button type="button" onClick={() => onSort(nextSort(column, sort))}>
                {column.label}
                <span class="sort" aria-hidden="true" />
              </button>
            ) : (
              column.label
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const cellClass = <T,>({ isNumber, notOnPhone, onlyWide }: Column<T>, shape?: 'cut'): string | undefined =>
  [shape, isNumber && 'number', notOnPhone && 'not-on-phone', onlyWide && 'only-wide']
    .filter(Boolean)
    .join(' ') || undefined;

/** The sort of a table, in the address or in the table. */
function useSort({ initialSort, sortParam }: Pick<TableProps<never>, 'initialSort' | 'sortParam'>) {
  const { query } = useRoute();
  const [own, setOwn] = useState(initialSort);
  if (sortParam === undefined) return [own, setOwn] as const;
  const keep = (sort: string) => go(here({ [sortParam]: sort === initialSort ? undefined : sort }));
  return [query[sortParam] ?? initialSort, keep] as const;
}

/** So many rows of a list are loaded to sort them. */
const mostSorted = 500;

/** Loads the rows of a list that are sorted here, and says so where these are not all. */
function useWholeList({ list, rows, columns }: TableProps<never>, sort: string | undefined) {
  const { hasMore = false, isLoading, error, totalCount = null } = list ?? {};
  const isNeeded = hasMore && isSortedHere(columns, sort);
  const goesOn = isNeeded && rows.length < mostSorted && error === undefined;
  const more = useRef(list?.more);
  more.current = list?.more;
  useEffect(() => {
    if (goesOn && !isLoading) more.current?.();
  }, [goesOn, isLoading, rows.length]);
  if (!isNeeded) return null;
  const all = totalCount === null ? 'more' : number(totalCount);
  return (
    <p class="note muted" role="status">
      {goesOn
        ? `Loading more rows to sort: ${number(rows.length)} of ${all} …`
        : `Only the first ${number(rows.length)} of ${all} rows are sorted.`}
    </p>
  );
}

/**
 * A table whose rows open at the side. It sorts what it has, draws only the rows in the window, and moves among rows by
 * the arrow keys.
 */
export function Table<T>(props: TableProps<T>) {
  const { label, columns, rows, keyOf, href, list, footer } = props;
  const { open } = useRoute().query;
  const [sort, setSort] = useSort(props);
  const sortedNote = useWholeList(props as unknown as TableProps<never>, sort);
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last, above, below } = useWindow(body, rows.length, list?.hasMore ? list.more : undefined);
  // Columns are new at each drawing, but what they sort by is not.
  const all = useMemo(
    () => (props.isSorted ? rows : sorted(rows, columns, sort)),
    [rows, sort, props.isSorted],
  );
  const shown = all.slice(first, last);
  const choosing = props.choose?.(all);
  const span = columns.length + (choosing ? 1 : 0);

  const row = (item: T, index: number) => {
    const address = href?.(item);
    const key = keyOf(item);
    const [name, ...rest] = columns;
    const named = name?.cell(item);
    return (
      <tr key={key} aria-rowindex={first + index + 2} class={key === open ? 'is-open' : undefined}>
        {choosing && <td class="choose">{choosing.cell(item)}</td>}
        {name && (
          <th scope="row" class={cellClass(name, 'cut')}>
            {address ? (
              <a
                class="row-link cut"
                href={address}
                aria-current={key === open ? 'true' : undefined}
                // A long one is cut off.
                title={typeof named === 'string' ? named : undefined}
              >
                {named}
              </a>
            ) : (
              named
            )}
          </th>
        )}
        {rest.map((column) => (
          <td key={column.id} class={cellClass(column)}>
            {column.cell(item)}
          </td>
        ))}
      </tr>
    );
  };
  return (
    <div class="table">
      {sortedNote}
      <table aria-label={label} aria-rowcount={rows.length + 1}>
        <Head columns={columns} sort={sort} onSort={setSort} box={choosing?.head} />
        <tbody ref={body} onKeyDown={moveAmongRows}>
          {above > 0 && <Gap height={above} span={span} />}
          {shown.map(row)}
          {below > 0 && <Gap height={below} span={span} />}
        </tbody>
      </table>
      {footer}
      {list && <ListFooter list={list} />}
      {choosing?.bar}
    </div>
  );
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr class="gap">
    <td colSpan={span} style={{ height: `${height}px` }} />
  </tr>
);

interface TableOfProps<T> extends Omit<TableProps<T>, 'rows' | 'list'> {
  /** An answer, or a list by cursor. */
  of: QueryState<T[]> | ListState<T>;
  /** What stands there when there are no rows. */
  empty: ComponentChildren;
  /** So many lines stand there until the rows come. */
  lines?: number;
}

/** A table of an answer, or what stands in its place: loading, failed, empty. */
export function TableOf<T>({ of, empty, lines = 4, ...table }: TableOfProps<T>) {
  const list = 'items' in of ? of : undefined;
  const query = 'items' in of ? { ...of, data: of.items } : of;
  return (
    <Await query={query} what={`your ${table.label.toLowerCase()}`} skeleton={<Skeleton lines={lines} />}>
      {(rows) => (rows.length === 0 ? empty : <Table {...table} rows={rows} list={list} />)}
    </Await>
  );
}
