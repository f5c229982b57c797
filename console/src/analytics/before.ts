interface Visited {
  totalSessions: number;
}

/**
 * The visits of the period before, by a key. An item that a whole list lacks had none; what a list that was cut off
 * lacks is not known.
 */
export function visitsBefore<T extends Visited, K>(
  items: T[],
  keyOf: (item: T) => K,
  isWhole: boolean,
): (key: K) => number | undefined {
  const counts = new Map(items.map((item) => [keyOf(item), item.totalSessions]));
  return (key) => counts.get(key) ?? (isWhole ? 0 : undefined);
}
