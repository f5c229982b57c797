import { lineOf } from './cells.ts';

/** An item of an answer. */
export type Item = Record<string, unknown>;

/**
 * The columns of a table: dotted paths to members of its items. One that ends with `?` is of members that only some
 * requests ask for.
 */
export type Columns = readonly string[];

/** The value at a dotted path in an item. */
const valueAt = (item: Item, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);

/** Writes items as lines, after a line with the names of the columns. */
export class Table {
  readonly #names: string[];
  readonly #paths: string[][];

  /** `first` are items by which to tell which of the optional columns there are. */
  constructor(columns: Columns, first: readonly Item[]) {
    const isAsked = (name: string) => first.some((item) => valueAt(item, name.split('.')) !== undefined);
    this.#names = columns
      .filter((column) => !column.endsWith('?') || isAsked(column.slice(0, -1)))
      .map((column) => column.replace('?', ''));
    this.#paths = this.#names.map((name) => name.split('.'));
  }

  head(): string {
    return lineOf(this.#names);
  }

  lines(items: readonly Item[]): string {
    return items.map((item) => lineOf(this.#paths.map((path) => valueAt(item, path)))).join('');
  }
}
