import { and, asc, count, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  getTableConfig,
  type SelectedFields,
  type SQLiteColumn,
  type SQLiteTable,
} from 'drizzle-orm/sqlite-core';
import { type List, type Listing, pageAsked } from '../lib/cursor.ts';
import type { Database } from './client.ts';
import { type Counter, counter } from './counters.ts';
import { type Bound, build, type ListParams, type Param, statement, type ValuesOf } from './statement.ts';

/** A row of a SELECT of these columns. */
export type RowOf<C extends SelectedFields> = SelectResultFields<C>;

/** What is listed: a record, or a table that is only created and listed. */
interface Listed<C extends SelectedFields, Item> {
  table: SQLiteTable;
  columns: C;
  toItem: (row: RowOf<C>) => Item;
  /** The condition that a row is in it. Without one all are. */
  areLive?: SQL | undefined;
}

interface Order<C> {
  /** A unique column, by its name in `columns`. */
  by: keyof C & string;
  /** Such as the newest id first. */
  isDescending?: boolean;
  /** The exact number of rows. Without it they are counted. */
  counter?: Counter;
}

/** A function that answers one page of a list, with its total. It is made at the top of a module. */
export function recordList<C extends SelectedFields, Item>(
  { table, columns, toItem, areLive }: Listed<C, Item>,
  { by, isDescending, counter: name }: Order<C>,
) {
  const column = columns[by] as SQLiteColumn;
  const { name: list } = getTableConfig(table);
  const [isBehind, inOrder] = isDescending ? [lt, desc] : [gt, asc];
  const select = statement(({ after, take }: ListParams) =>
    build
      .select(columns as SelectedFields)
      .from(table)
      .where(and(areLive, after && isBehind(column, after)))
      .orderBy(inOrder(column))
      .limit(take),
  ) as (place: ValuesOf<ListParams>) => Bound<RowOf<C>>;
  const countAll = statement(() =>
    name ? counter(name) : build.select({ value: count() }).from(table).where(areLive),
  );
  return async (db: Database, listing: Listing): Promise<List<Item>> => {
    const asked = pageAsked([list], listing);
    const [rows, [total]] = await db.batch([select(asked.place), countAll({})]);
    return asked.list(rows, total?.value ?? 0, (last) => String(last[by]), toItem);
  };
}

/** Records by their ids. */
export interface Ids {
  /** A JSON array. */
  ids: Param<string>;
}

/** The table of the ids, and each of them. */
export const wanted = ({ ids }: Ids): SQL => sql`json_each(${ids}) as item`;
export const id = sql<string>`item.value`;

/** A statement that selects columns of the rows with these ids. It is called at the top of a module. */
export const byIds = <C extends SelectedFields>(table: SQLiteTable, key: SQLiteColumn, columns: C) =>
  statement((of: Ids) =>
    build
      .select({ id: key, ...columns } as SelectedFields)
      .from(sql`${wanted(of)} cross join ${table}`)
      .where(eq(key, id)),
  ) as (of: { ids: string }) => Bound<RowOf<C> & { id: string }>;
