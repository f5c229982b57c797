import { Buffer } from 'node:buffer';
import { FootfallError } from './errors.ts';
import { nodeZlib } from './node.ts';

/** The envelope of a list. */
export interface List<T, Total = number> {
  items: T[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: Total;
}

/** The list and the filters that a cursor belongs to. */
export type CursorBinding = readonly [list: string, ...filters: (string | null | undefined)[]];

const checksum = (binding: CursorBinding, key: string) =>
  nodeZlib()
    .crc32(JSON.stringify([1, ...binding, key]))
    .toString(36);

/** An opaque cursor (version 1) to the items after the one with this key. It is valid for this list with these filters only. */
export function encodeCursor(binding: CursorBinding, key: string | number): string {
  return Buffer.from(`1.${checksum(binding, String(key))}.${key}`).toString('base64url');
}

/** The error for a cursor that is not one. Anyone can make a valid checksum, so a place in it may be anything. */
export const damagedCursor = () => new FootfallError('invalid_cursor', 'The cursor is damaged.');

/** The key in a cursor. Throws `invalid_cursor` when it is damaged, or belongs to another list or other filters. */
export function decodeCursor(binding: CursorBinding, cursor: string): string {
  const [version, sum, ...rest] = Buffer.from(cursor, 'base64url').toString().split('.');
  const key = rest.join('.');
  if (version !== '1' || sum !== checksum(binding, key) || encodeCursor(binding, key) !== cursor) {
    throw new FootfallError('invalid_cursor', 'The cursor is damaged or belongs to another list or filter.');
  }
  return key;
}

/** The whole number that is the key in a cursor. Throws `invalid_cursor` for anything else: anyone can make a valid checksum. */
export function numberIn(key: string): number {
  if (/^\d{1,15}$/.test(key)) return Number(key);
  throw damagedCursor();
}

/** The place of an item in a list that is ordered by a number, then by id. */
export interface NumberedPlace {
  number: number;
  id: string;
}

/** The number and the id in the key of a cursor. Throws `invalid_cursor`. */
export function numberedPlace(key: string | undefined): NumberedPlace | undefined {
  if (key === undefined) return undefined;
  const [, number, id] = /^(\d{1,15})\.(.{1,255})$/su.exec(key) ?? [];
  if (number === undefined || id === undefined) throw damagedCursor();
  return { number: Number(number), id };
}

/** The most items that a list without a counter counts. With more, its total is null. */
export const countedTo = 1000;

/** The total of a list that was counted to one more than `countedTo`. */
export const countedTotal = (counted: number): number | null => (counted > countedTo ? null : counted);

/** What a client asks of a list: items per page, and the cursor of the page before. */
export interface Listing {
  limit: number;
  cursor?: string | undefined;
}

/**
 * The page that a client asks of a list: what its statement binds, and the envelope of its rows. `keyIn` reads the text in
 * the cursor. Throws `invalid_cursor` for a cursor that is damaged, or of another list or other filters.
 */
export function pageAsked<Key = string>(
  binding: CursorBinding,
  { limit, cursor }: Listing,
  keyIn: (text: string) => Key = (text) => text as Key,
) {
  type KeyOf<Row> = (last: Row) => string | number;
  const after = cursor === undefined ? undefined : keyIn(decodeCursor(binding, cursor));
  /** The answer without a total, from the rows of a statement that asked for one row more than the page has. */
  function items<Row, T>(
    rows: Row[],
    keyOf: KeyOf<Row>,
    toItem: (row: Row) => T,
  ): Omit<List<T>, 'totalCount'> {
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last ? encodeCursor(binding, keyOf(last)) : null;
    return { items: page.map(toItem), hasMore, nextCursor };
  }
  return {
    /** The key after which the page begins, and one row more than it has. */
    place: { after, take: limit + 1 },
    items,
    /** The answer with a total. */
    list: <Row, T, Total>(
      rows: Row[],
      totalCount: Total,
      keyOf: KeyOf<Row>,
      toItem: (row: Row) => T,
    ): List<T, Total> => ({ ...items(rows, keyOf, toItem), totalCount }),
    /** The answer with the total of `countRows`. */
    counted: <Row, T>(
      rows: Row[],
      counted: { value: number } | undefined,
      keyOf: KeyOf<Row>,
      toItem: (row: Row) => T,
    ): List<T, number | null> => ({
      ...items(rows, keyOf, toItem),
      totalCount: countedTotal(counted?.value ?? 0),
    }),
  };
}
