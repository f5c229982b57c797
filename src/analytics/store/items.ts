import { type CursorBinding, damagedCursor, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { toTimestamp } from '../../lib/time.ts';
import {
  addTo,
  type FigureName,
  type Figures,
  figureAt,
  figuresOf,
  isNothing,
  newSums,
  type PackedSums,
} from '../../vocabulary/measures.ts';
import type { Sort } from '../figures-schemas.ts';
import { type Groups, keyOf, otherTexts } from '../groups.ts';
import type { Request } from './ask.ts';
import type { Inquiry } from './inquiry.ts';

// The order of items by a number, then by id.

/** The place of an item in the order. */
interface Place {
  rank: number;
  /** Of a value, what stands for it; null if it is unknown. */
  id: string | null;
}

/** Which visits are asked for, and which items: the first `limit` by `sort`, or all without either. */
export interface ItemChoice extends Request {
  sort?: Sort | undefined;
  limit?: number | undefined;
  /** Whether each item has a name. */
  names?: 'true' | 'false' | undefined;
}

/** A group that can be an item of an answer. */
export interface Item<Name extends string | null = string | null> extends Place {
  /** As `Groups` has it: its text, or the key. */
  name: Name;
  sums: PackedSums;
}

/** A group as an item, with the number that it is sorted by. A sort with a minus is descending. */
export const itemOf = <Name extends string | null>(
  name: Name,
  sums: PackedSums,
  sort: string,
): Item<Name> => ({
  name,
  id: name && keyOf(name),
  rank: figureAt({ sums, from: 0 }, sort.replace('-', '') as FigureName),
  sums,
});

/** The groups that have sessions, as items. */
export function* itemsOf(groups: Groups, sort: string): Generator<Item> {
  for (const [name, sums] of groups)
    if (name !== otherTexts && !isNothing(sums)) yield itemOf(name, sums, sort);
}

/** The groups of records that have sessions, as items: not the sessions without one. */
export const recordsOf = (groups: Groups, sort: string): Item<string>[] =>
  Array.from(itemsOf(groups, sort)).filter((item): item is Item<string> => item.name !== null);

/** What items are sorted by, and which come first of those with equal numbers: the oldest, or the newest if `ties` is -1. */
interface Order {
  sort: string;
  ties?: 1 | -1;
}

function compareBy({ sort, ties = 1 }: Order) {
  const direction = sort.startsWith('-') ? -1 : 1;
  return (a: Place, b: Place): number => {
    if (a.rank !== b.rank) return a.rank < b.rank ? -direction : direction;
    if (a.id === b.id) return 0;
    // An unknown value is the last among equals.
    if (a.id === null || b.id === null) return a.id === null ? 1 : -1;
    return a.id < b.id ? -ties : ties;
  };
}

/** The first items after a place in an order, `take` at most. No others are kept: there may be 100,000. */
export function firstOf<T extends Place>(
  items: Iterable<T>,
  {
    after,
    take = Number.POSITIVE_INFINITY,
    ...order
  }: Order & { after?: Place | undefined; take?: number | undefined },
): T[] {
  const compare = compareBy(order);
  let following: T[] = [];
  const first = () => following.sort(compare).slice(0, take);
  for (const item of items) {
    if (after && compare(after, item) >= 0) continue;
    following.push(item);
    if (following.length > 10 * take) following = first();
  }
  return first();
}

function placeIn(text: string): Place {
  try {
    const [rank, id] = JSON.parse(text);
    if (Number.isFinite(rank) && (id === null || typeof id === 'string')) return { rank, id };
  } catch {
    // Anyone can make a valid checksum.
  }
  throw damagedCursor();
}

/** Makes pages of a list: of its items those after a cursor. Throws `invalid_cursor`. */
export function pagesOf(
  binding: CursorBinding,
  { cursor, limit, ...order }: Order & { cursor?: string | undefined; limit: number },
) {
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  return <T extends Place>(all: Iterable<T>) => {
    const following = firstOf(all, { ...order, after, take: limit + 1 });
    const items = following.slice(0, limit);
    const last = following.length > limit ? items.at(-1) : undefined;
    const nextCursor = last ? encodeCursor(binding, JSON.stringify([last.rank, last.id])) : null;
    return { items, hasMore: last !== undefined, nextCursor };
  };
}

/** The sums of all groups together. */
export function totalOf(groups: Groups): PackedSums {
  const total = newSums();
  for (const [, sums] of groups) addTo(total, sums);
  return total;
}

/** The numbers of all visits that are in none of the items; null if there are none. */
export function rest(total: PackedSums, items: readonly { sums: PackedSums }[]): Figures | null {
  const others = Float64Array.from(total);
  for (const { sums } of items) addTo(others, sums, -1);
  return isNothing(others) ? null : figuresOf(others);
}

/** The field that says up to when an answer knows visits by the day only. */
interface WholeDays {
  wholeDaysBefore?: string;
}

/** The field that says up to when an answer to some questions knows visits by the day only. */
export function wholeDays(inquiries: readonly Inquiry[]): WholeDays {
  const days = inquiries.flatMap(({ found: { wholeDaysBefore } }) => wholeDaysBefore ?? []);
  return days.length === 0 ? {} : { wholeDaysBefore: toTimestamp(Math.max(...days)) };
}

/** As `wholeDays`, the latest of several. */
export function laterDays(days: readonly (string | undefined)[]): WholeDays {
  const last = days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  return last === undefined ? {} : { wholeDaysBefore: last };
}
