import type { ComparedSteps } from '@footfall/client';
import type { Count } from './measures.ts';
import type { Interval } from './range.ts';

/**
 * The visits of the period before, or another count, by a key. An item that a whole list lacks had none; what a list that
 * was cut off lacks is not known.
 */
export function countsBefore<T extends Partial<Record<Count, number>>, K>(
  items: T[],
  keyOf: (item: T) => K,
  isWhole: boolean,
  count: Count = 'totalSessions',
): (key: K) => number | undefined {
  const counts = new Map(items.map((item) => [keyOf(item), item[count]]));
  return (key) => counts.get(key) ?? (isWhole ? 0 : undefined);
}

/** What the period before has to compare with. */
export interface Before {
  /** Its steps, if it can be compared with: a line of zeros would say that it was measured. */
  steps: ComparedSteps['items'] | undefined;
  /** When its visits begin, if that is too late to compare with it. */
  from: string | undefined;
}

/**
 * What a period before can be compared with: nothing if it had no visits, or if visits of its months or weeks begin in its
 * second half. A year beside a month of it would have grown twelvefold.
 */
export function beforeOf(compared: ComparedSteps | undefined, interval: Interval): Before {
  const items = compared?.items ?? [];
  const first = items.findIndex(({ totalSessions }) => totalSessions > 0);
  const isLate = (interval === 'month' || interval === 'week') && first * 2 >= items.length;
  return {
    steps: first < 0 || isLate ? undefined : items,
    from: first > 0 && isLate ? items[first]?.start : undefined,
  };
}
