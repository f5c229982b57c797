import { type AnyColumn, getTableColumns, is, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

/** A statement for `db.batch`. */
export type Statement = BatchItem<'sqlite'> & SQLWrapper;

/** A row whose values may be SQL, so that they are decided where the row is written. */
export type RowOf<T extends SQLiteTable> = {
  [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL;
};

/**
 * `INSERT … SELECT … WHERE condition ON CONFLICT (key) DO NOTHING`: writes the row when the condition holds,
 * and once however often it is retried. A conflict on another index is an error.
 */
export function insertWhere<T extends SQLiteTable>(
  db: Database,
  table: T,
  row: RowOf<T>,
  condition: SQL | undefined,
  key: SQLiteColumn | SQLiteColumn[],
): Statement {
  const columns: [string, AnyColumn][] = Object.entries(getTableColumns(table));
  const values = columns.flatMap(([name, column]) => {
    if (column.generated) return [];
    const value: unknown = row[name as keyof RowOf<T>] ?? null;
    return [is(value, SQL) ? sql`${value}` : sql`${sql.param(value, value === null ? undefined : column)}`];
  });
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} where ${condition ?? sql`true`}`)
    .onConflictDoNothing({ target: key });
}

/** What to select scalar SQL expressions from: one row. */
export const oneRow = sql`(select 1)`;

/** The condition that an entity tag, an SQL expression, is one of those that a write asks for. */
export const isCurrent = (etag: SQL | SQLiteColumn, ifMatch: string[] | undefined): SQL | undefined =>
  ifMatch === undefined ? undefined : sql`cast(${etag} as text) in ${ifMatch.length === 0 ? [''] : ifMatch}`;

/** `json_object` of named columns: a whole row as one value. */
export const jsonObject = (columns: Record<string, SQLWrapper>): SQL<string> =>
  sql`json_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), column]),
    sql`, `,
  )})`;

/**
 * `INSERT … SELECT` of the rows of a JSON array of objects, one bound parameter for all of them; what a row
 * lacks is null, and `computed` columns are SQL over `item.value`. To be completed with an ON CONFLICT clause.
 */
export function insertEach<T extends SQLiteTable>(
  db: Database,
  table: T,
  rows: string,
  condition: SQL | undefined,
  computed: Partial<Record<keyof T['$inferInsert'], SQL>> = {},
) {
  const values = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
    column.generated
      ? []
      : [computed[name as keyof T['$inferInsert']] ?? sql`item.value ->> ${sql.raw(`'${name}'`)}`],
  );
  // WHERE tells SQLite's parser that an ON that follows is the upsert's, not a join's.
  return db
    .insert(table)
    .select(
      sql`select ${sql.join(values, sql`, `)} from json_each(${rows}) as item where ${condition ?? sql`true`}`,
    );
}
