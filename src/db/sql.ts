import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

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
