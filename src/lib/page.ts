import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { FootfallError } from './errors.ts';

/** The envelope of a list. */
export interface Page<T> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: number;
}

/** What a cursor is bound to: the list and its filters. */
export type ListScope = readonly [list: string, ...filters: (string | null | undefined)[]];

const checksum = (scope: ListScope, key: string) => crc32(JSON.stringify([1, ...scope, key])).toString(36);

/** An opaque cursor (version 1) behind the item with this key, good for this list with these filters. */
export function encodeCursor(scope: ListScope, key: string | number): string {
  return Buffer.from(`1.${checksum(scope, String(key))}.${key}`).toString('base64url');
}

/** The key in a cursor; throws `invalid_cursor` for one that is damaged or of another list or filter. */
export function decodeCursor(scope: ListScope, cursor: string): string {
  const [version, sum, ...rest] = Buffer.from(cursor, 'base64url').toString().split('.');
  const key = rest.join('.');
  if (version !== '1' || sum !== checksum(scope, key) || encodeCursor(scope, key) !== cursor) {
    throw new FootfallError('invalid_cursor', 'The cursor is damaged or belongs to another list or filter.');
  }
  return key;
}

/** The whole number in a cursor, whose checksum anyone can make. Throws `invalid_cursor` for anything else. */
export function decodeNumber(scope: ListScope, cursor: string): number {
  const key = decodeCursor(scope, cursor);
  if (/^\d{1,15}$/.test(key)) return Number(key);
  throw new FootfallError('invalid_cursor', 'The cursor is damaged.');
}

/** Makes a page of the rows of a query that asked for one row more than `limit`. */
export function toPage<T>(
  rows: T[],
  limit: number,
  totalCount: number,
  cursorOf: (last: T) => string,
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, nextCursor: hasMore && last ? cursorOf(last) : null, totalCount };
}
