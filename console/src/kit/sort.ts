/** What rows are compared by. */
export type Sortable = number | string | null;

/** Rows without a value come last in both directions. */
const compare = (a: Sortable, b: Sortable, sign: number): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b));
};

interface Sorting<T> {
  id: string;
  sortBy?: (row: T) => Sortable;
}

/** Rows in the order of a column: `visits`, or `-visits` for the largest first. */
export function sorted<T>(rows: T[], columns: Sorting<T>[], sort: string | undefined): T[] {
  const by = columns.find(({ id }) => id === sort?.replace(/^-/, ''))?.sortBy;
  if (!by) return rows;
  const sign = sort?.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => compare(by(a), by(b), sign));
}

/** The order after a click on the head of a column: numbers begin with the largest, and a second click turns it round. */
export function nextSort(
  { id, isNumber = false }: { id: string; isNumber?: boolean },
  sort: string | undefined,
): string {
  if (sort === id) return `-${id}`;
  return sort === `-${id}` ? id : isNumber ? `-${id}` : id;
}
