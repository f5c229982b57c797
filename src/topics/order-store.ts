import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { FootfallError } from '../lib/errors.ts';
import type { IdPrefix } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, type ListScope } from '../lib/page.ts';
import { largestSortOrder } from './schemas.ts';

/** Where an item stands in a list by sort order, then id. */
export interface Position {
  sortOrder: number;
  id: string;
}

/** The cursor behind an item. */
export const encodePosition = (scope: ListScope, { sortOrder, id }: Position): string =>
  encodeCursor(scope, `${sortOrder} ${id}`);

/**
 * The position in a cursor. Throws `invalid_cursor`, also for one that names no possible position: anyone can
 * make the checksum.
 */
export function decodePosition(scope: ListScope, cursor: string, prefix: IdPrefix): Position {
  const [order = '', id = '', ...rest] = decodeCursor(scope, cursor).split(' ');
  const sortOrder = Number(order);
  const isOrder = String(sortOrder) === order && Math.abs(sortOrder) <= largestSortOrder;
  if (!isOrder || !new RegExp(`^${prefix}_[0-7][0-9a-z]{25}$`).test(id) || rest.length > 0) {
    throw new FootfallError('invalid_cursor', 'The cursor names no place in this list.');
  }
  return { sortOrder, id };
}

/** The condition that a row stands behind a position. */
export const isBehind = (
  sortOrder: SQLiteColumn,
  id: SQLiteColumn,
  { sortOrder: order, id: last }: Position,
) => sql`(${sortOrder}, ${id}) > (${order}, ${last})`;

/** The sort order of what is added at the end of the rows that meet `condition`: the largest and 1. */
export const nextSortOrder = (table: SQLiteTable, sortOrder: SQLiteColumn, condition: SQL | undefined) =>
  sql`min(coalesce(
    (select ${sortOrder} from ${table} where ${condition} order by ${sortOrder} desc limit 1), 0
  ) + 1, ${largestSortOrder})`;
