import type { ComparedSteps } from '@footfall/client';
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

/** The steps of the period before, unless it had no visits: a line of zeros would say that it was measured. */
export const stepsBefore = (
  compared: Pick<ComparedSteps, 'items' | 'total'> | undefined,
): ComparedSteps['items'] | undefined => (compared?.total.totalSessions ? compared.items : undefined);
