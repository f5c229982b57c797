import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Param, ParamsOf } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { type IdPrefix, idPattern } from '../../../lib/ids.ts';
import { largestSortOrder } from '../limits.ts';

/** The place of an item in a list by sort order, then id. */
interface Position {
  sortOrder: number;
  id: string;
}

/** A position as the key in a cursor. */
export const positionKey = ({ sortOrder }: { sortOrder: number }, id: string): string => `${sortOrder} ${id}`;

/**
 * Reads the position in a cursor, for ids with this prefix. Throws `invalid_cursor`, also if no item can be there: anyone
 * can make a checksum.
 */
export const positionIn =
  (prefix: IdPrefix) =>
  (key: string): Position => {
    const [order = '', id = '', ...rest] = key.split(' ');
    const sortOrder = Number(order);
    const isOrder = String(sortOrder) === order && Math.abs(sortOrder) <= largestSortOrder;
    if (!isOrder || !idPattern(prefix).test(id) || rest.length > 0) {
      throw new FootfallError('invalid_cursor', 'The cursor names no place in this list.');
    }
    return { sortOrder, id };
  };

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
