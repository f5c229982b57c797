/** The rows that are chosen, by their keys. */
export interface Choice {
  keys: ReadonlySet<string>;
  /** The row that was chosen or let go last: a range begins there. */
  from: string | undefined;
}

/** No row is chosen. */
export const noChoice: Choice = { keys: new Set(), from: undefined };

/** The keys from one to another in the order of the table, whichever is first. Only the second if the first is not there. */
export function keysBetween(order: readonly string[], from: string | undefined, to: string): string[] {
  const [a, b] = [from === undefined ? -1 : order.indexOf(from), order.indexOf(to)];
  return a < 0 || b < 0 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Chooses some rows in addition, or lets them go. The last of them is where a range begins. */
export function withKeys(
  { keys }: Choice,
  some: readonly string[],
  isChosen: boolean,
  from?: string,
): Choice {
  const next = new Set(keys);
  for (const key of some) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return { keys: next, from };
}
