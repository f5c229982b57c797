/** What rows are compared by. */
export type Sortable = number | string | null;

/** Rows without a value come last in both directions. */
const compare = (a: Sortable, b: Sortable, sign: number): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b));
};

interface Sorting<T> {
  id: string;
  served?: Served;
  sortBy?: (row: T) => Sortable;
}

/** The column of an order, without what says in which direction. */
const columnIn = (sort: string | undefined) => sort?.replace(/^-/, '');

/** Whether rows are sorted here: by a column that the service has no order of. */
export const isSortedHere = <T>(columns: Sorting<T>[], sort: string | undefined): boolean =>
  columns.some(({ id, served, sortBy }) => id === columnIn(sort) && !served && sortBy !== undefined);

/**
 * Rows in the order of a column: `visits`, or `-visits` for the largest first. They come in the order of a column that is
 * served.
 */
export function sorted<T>(rows: T[], columns: Sorting<T>[], sort: string | undefined): T[] {
  const column = columns.find(({ id }) => id === columnIn(sort));
  const by = column?.sortBy;
  if (!by || column.served) return rows;
  const sign = sort?.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => compare(by(a), by(b), sign));
}

/** Which orders of a column the service has: both, or only the largest or latest first. */
export type Served = 'both' | 'largest';

/** The order after a click on the head of a column: numbers begin with the largest, and a second click turns it round. */
export function nextSort(
  { id, isNumber = false, served }: { id: string; isNumber?: boolean; served?: Served | undefined },
  sort: string | undefined,
): string {
  if (served === 'largest') return `-${id}`;
  if (sort === id) return `-${id}`;
  return sort === `-${id}` ? id : isNumber ? `-${id}` : id;
}
