import { and, asc, count, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  getTableConfig,
  type SelectedFields,
  type SQLiteColumn,
  type SQLiteTable,
} from 'drizzle-orm/sqlite-core';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../lib/cursor.ts';
import type { Database } from './client.ts';
import { type Counter, counter } from './counters.ts';
import { type Bound, build, type ListParams, statement, type ValuesOf } from './statement.ts';

/** A row of a SELECT of these columns. */
export type RowOf<C extends SelectedFields> = SelectResultFields<C>;

/** The list of a table's rows, in the order of one unique column. */
export interface Listed<C extends SelectedFields, Item> {
  table: SQLiteTable;
  columns: C;
  toItem: (row: RowOf<C>) => Item;
  /** The column, by its name in `columns`. */
  by: keyof C & string;
  /** From the largest to the smallest, such as the newest id first. By default the other way. */
  isDescending?: boolean;
  /** Which rows. By default all. */
  where?: SQL | undefined;
  /** The exact number of them. By default they are counted. */
  counter?: Counter;
}

/** A function that answers one page of a list, with its total. It is made at the top of a module. */
export function recordList<C extends SelectedFields, Item>(listed: Listed<C, Item>) {
  const { table, columns, toItem, by, isDescending, where } = listed;
  const column = columns[by] as SQLiteColumn;
  const binding: CursorBinding = [getTableConfig(table).name];
  const [isBehind, inOrder] = isDescending ? [lt, desc] : [gt, asc];
  const select = statement(({ after, take }: ListParams) =>
    build
      .select(columns as SelectedFields)
      .from(table)
      .where(and(where, after && isBehind(column, after)))
      .orderBy(inOrder(column))
      .limit(take),
  ) as (place: ValuesOf<ListParams>) => Bound<RowOf<C>>;
  const countAll = statement(() =>
    listed.counter ? counter(listed.counter) : build.select({ value: count() }).from(table).where(where),
  );
  return async (db: Database, listing: Listing): Promise<List<Item>> => {
    const [rows, [total]] = await db.batch([select(placeOf(binding, listing)), countAll({})]);
    return listFrom(binding, listing, rows, total?.value ?? 0, (last) => String(last[by]), toItem);
  };
}
