import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Param, ParamsOf } from '../../../db/statement.ts';
import { largestSortOrder } from '../limits.ts';
import type { Position } from '../position.ts';

/** The values that a list by position binds. */
export interface PositionParams {
  after: ParamsOf<Position> | undefined;
  take: Param<number>;
}

/** The condition that a row comes after a position. Undefined at the beginning of a list. */
export const isBehind = (sortOrder: SQLiteColumn, id: SQLiteColumn, after: PositionParams['after']) =>
  after && sql`(${sortOrder}, ${id}) > (${after.sortOrder}, ${after.id})`;

/** The sort order for a new last row among those that meet `condition`: the largest, plus 1. */
export const nextSortOrder = (table: SQLiteTable, sortOrder: SQLiteColumn, condition: SQL | undefined) =>
  sql`min(coalesce(
    (select ${sortOrder} from ${table} where ${condition} order by ${sortOrder} desc limit 1), 0
  ) + 1, ${largestSortOrder})`;
