import { eq, type SQL, sql } from 'drizzle-orm';
import type { SelectedFields, SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { RowOf } from './record-list.ts';
import { type Bound, build, type Param, statement } from './statement.ts';

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
