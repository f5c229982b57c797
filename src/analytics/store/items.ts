import { toTimestamp } from '../../lib/time.ts';
import {
  addTo,
  type Figures,
  figuresOf,
  isNothing,
  newSums,
  type PackedSums,
} from '../../vocabulary/measures.ts';
import type { Sort } from '../figures-schemas.ts';
import type { Groups } from '../groups.ts';
import type { Inquiry } from './inquiry.ts';

/** The first items by a number, `-totalSessions` if none is given. Items with equal numbers keep their order. */
export function largest<T extends Figures>(items: T[], sort: Sort = '-totalSessions', limit?: number): T[] {
  const name = sort.replace('-', '') as keyof Figures;
  const direction = sort.startsWith('-') ? -1 : 1;
  return items.toSorted((a, b) => direction * (a[name] - b[name])).slice(0, limit);
}

/** The first items after a place in an order, `take` at most. No others are kept: there may be 100,000. */
export function firstAfter<Place, T extends Place>(
  items: Iterable<T>,
  order: (a: Place, b: Place) => number,
  { after, take }: { after: Place | undefined; take: number },
): T[] {
  let following: T[] = [];
  const first = () => following.sort(order).slice(0, take);
  for (const item of items) {
    if (after && order(after, item) >= 0) continue;
    following.push(item);
    if (following.length > 10 * take) following = first();
  }
  return first();
}

/** The sums of all groups together. */
export function totalOf(groups: Groups): PackedSums {
  const total = newSums();
  for (const [, sums] of groups) addTo(total, sums);
  return total;
}

/** The numbers of all visits that are in none of the items; null if there are none. */
export function rest(total: PackedSums, items: (PackedSums | undefined)[]): Figures | null {
  const others = Float64Array.from(total);
  for (const sums of items) if (sums) addTo(others, sums, -1);
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

/** The later one of the fields that two answers have. */
export const laterDays = (a: WholeDays, b: WholeDays): WholeDays =>
  (a.wholeDaysBefore ?? '') < (b.wholeDaysBefore ?? '') ? b : a;
