import type { Count } from './measures.ts';

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
