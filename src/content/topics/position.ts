import { type CursorBinding, decodeCursor, type Listing } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { IdPrefix } from '../../lib/ids.ts';
import { largestSortOrder } from './limits.ts';

/** The place of an item in a list by sort order, then id. */
export interface Position {
  sortOrder: number;
  id: string;
}

/** A position as the key in a cursor. */
export const positionKey = ({ sortOrder, id }: Position): string => `${sortOrder} ${id}`;

/** The position in a cursor. Throws `invalid_cursor`, also if no item can be there: anyone can make a checksum. */
function decodePosition(binding: CursorBinding, cursor: string, prefix: IdPrefix): Position {
  const [order = '', id = '', ...rest] = decodeCursor(binding, cursor).split(' ');
  const sortOrder = Number(order);
  const isOrder = String(sortOrder) === order && Math.abs(sortOrder) <= largestSortOrder;
  if (!isOrder || !new RegExp(`^${prefix}_[0-7][0-9a-z]{25}$`).test(id) || rest.length > 0) {
    throw new FootfallError('invalid_cursor', 'The cursor names no place in this list.');
  }
  return { sortOrder, id };
}

/** The values that a list by position binds: as `placeOf`, for ids with this prefix. */
export const positionOf = (binding: CursorBinding, { limit, cursor }: Listing, prefix: IdPrefix) => ({
  after: cursor === undefined ? undefined : decodePosition(binding, cursor, prefix),
  take: limit + 1,
});
