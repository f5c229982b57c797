import { toTimestamp } from '../../lib/time.ts';
import {
  addTo,
  type Figures,
  figuresOf,
  isNothing,
  newSums,
  type PackedSums,
} from '../../vocabulary/measures.ts';
import type { Groups } from '../groups.ts';
import type { Inquiry } from './inquiry.ts';

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
