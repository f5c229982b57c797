import { type AnyColumn, getTableColumns, is, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { build } from './statement.ts';

/** A FROM clause of one row, for SELECTs of scalar SQL expressions. */
export const oneRow = sql`(select 1)`;

/** The condition that the table has a row for which `where` holds. */
export const existsIn = (table: SQLiteTable | SQL, where: SQL | undefined): SQL =>
  sql`exists (select 1 from ${table} where ${where})`;

/** `json_object` of named columns: a whole row as one value. */
export const jsonObject = (columns: Record<string, SQLWrapper>): SQL<string> =>
  sql`json_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), column]),
    sql`, `,
  )})`;

/** A field of an object in a JSON array; the statement reads the array with `json_each(…) as item`. */
export const itemField = <T>(name: keyof T & string): SQL => sql`(item.value ->> ${sql.raw(`'${name}'`)})`;

/** A row for an insert. Values may be SQL, such as parameters. A missing value is null. */
type RowOf<T extends SQLiteTable> = {
  [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL;
};

/**
 * `INSERT … SELECT … WHERE condition ON CONFLICT (key) DO NOTHING`: writes the row if the condition holds, and only
 * once if the statement is retried. A conflict on another index is an error. With `from`, values and condition may
 * use the columns of that table.
 */
export function insertWhere<T extends SQLiteTable>(
  table: T,
  row: RowOf<T>,
  condition: SQL | undefined,
  key: SQLiteColumn | SQLiteColumn[],
  from?: SQLiteTable,
) {
  const columns: [string, AnyColumn][] = Object.entries(getTableColumns(table));
  const values = columns.flatMap(([name, column]) => {
    if (column.generated) return [];
    const value: unknown = row[name as keyof RowOf<T>] ?? null;
    return [is(value, SQL) ? value : sql`${sql.param(value, value === null ? undefined : column)}`];
  });
  return build
    .insert(table)
    .select(
      sql`select ${sql.join(values, sql`, `)}${from && sql` from ${from}`} where ${condition ?? sql`true`}`,
    )
    .onConflictDoNothing({ target: key });
}

/**
 * `INSERT … SELECT` of a JSON array of objects, which is one bound parameter. A missing value is null. `computed`
 * columns are SQL expressions over `item.value`. The caller adds an ON CONFLICT clause.
 */
export function insertEach<T extends SQLiteTable>(
  table: T,
  rows: SQL<string>,
  condition: SQL | undefined,
  computed: Partial<Record<keyof T['$inferInsert'], SQL>> = {},
) {
  const values = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
    column.generated
      ? []
      : [computed[name as keyof T['$inferInsert']] ?? sql`item.value ->> ${sql.raw(`'${name}'`)}`],
  );
  // Without WHERE, SQLite's parser reads the ON of the upsert as the ON of a join.
  return build
    .insert(table)
    .select(
      sql`select ${sql.join(values, sql`, `)} from json_each(${rows}) as item where ${condition ?? sql`true`}`,
    );
}
