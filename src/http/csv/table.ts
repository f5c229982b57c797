import { lineOf } from './cells.ts';

/** An item of an answer. */
export type Item = Record<string, unknown>;

/** The columns of a table: dotted paths to members of its items. Some items have no member at one that ends with `?`. */
export type Columns = readonly string[];

/** Members that items have only if one of these parameters asks for them. */
const askedBy: Record<string, readonly string[]> = {
  name: ['names'],
  compared: ['compareStartDate', 'compareEndDate'],
  series: ['interval'],
  visits: ['startDate', 'endDate'],
};

/** The value at a dotted path in an item. */
const valueAt = (item: Item, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);

/** The columns that the answer to a query has. `first` are its first items: they have what nobody needs to ask for. */
export const columnsFor = (columns: Columns, query: URLSearchParams, first: readonly Item[]): string[] =>
  columns.flatMap((column) => {
    const name = column.replace('?', '');
    const path = name.split('.');
    const parameters = askedBy[path[0] ?? ''];
    const isAsked = parameters?.some((one) => query.get(one) && query.get(one) !== 'false') ?? true;
    const isThere =
      !column.endsWith('?') || isAsked || first.some((item) => valueAt(item, path) !== undefined);
    return isThere ? [name] : [];
  });

/** Makes the lines of items, below a line with the names of the columns. */
export function linesOf(columns: Columns) {
  const paths = columns.map((column) => column.split('.'));
  return {
    head: lineOf(columns),
    lines: (items: readonly Item[]): string =>
      items.map((item) => lineOf(paths.map((path) => valueAt(item, path)))).join(''),
  };
}
