import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Call, invalid, Problem } from './http.ts';

type Scope = (string | null | undefined)[];

/** An opaque cursor to the items after the one with this key. It belongs to a list and its filters. */
export function encodeCursor(scope: Scope, key: string | number): string {
  const checksum = crc32(JSON.stringify([1, ...scope, String(key)])).toString(36);
  return Buffer.from(`1.${checksum}.${key}`).toString('base64url');
}

/** The key in the request's cursor, if it has one. */
export function cursorOf({ url }: Call, scope: Scope): string | undefined {
  const cursor = url.searchParams.get('cursor');
  if (!cursor) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString().split('.').slice(2).join('.');
  if (encodeCursor(scope, key) === cursor) return key;
  throw new Problem(400, 'invalid_cursor', 'The cursor is damaged or belongs to another list or filter.');
}

/** The request's limit: 1 to 100. */
export function limitOf({ url }: Call, byDefault = 50): number {
  const limit = Number(url.searchParams.get('limit') || byDefault);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw invalid(['limit']);
}

/** The envelope of a list, from rows of which one more than the limit was selected. */
export function page<Row, Item>(
  rows: Row[],
  limit: number,
  totalCount: number | null,
  toItem: (row: Row) => Item,
  cursorAt: (last: Row) => string,
) {
  const hasMore = rows.length > limit;
  const shown = hasMore ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    hasMore,
    nextCursor: hasMore && last ? cursorAt(last) : null,
    totalCount,
  };
}
