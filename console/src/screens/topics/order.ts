/** Something with a place in a list. */
export interface Ordered {
  sortOrder: number;
}

/** The list with the item at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.toSpliced(from, 1);
  const item = items[from];
  return item === undefined ? [...items] : rest.toSpliced(to, 0, item);
}

/**
 * The sort order that puts the item at `from` at the place `to`: between its new neighbours. Undefined if there is no
 * number between them.
 */
export function orderAt(items: readonly Ordered[], from: number, to: number): number | undefined {
  const rest = items.toSpliced(from, 1);
  const above = rest[to - 1]?.sortOrder;
  const below = rest[to]?.sortOrder;
  if (above === undefined) return below === undefined ? undefined : below - 1;
  if (below === undefined) return above + 1;
  const between = (above + below) / 2;
  return between > above && between < below ? between : undefined;
}

export interface Move<T extends Ordered> {
  items: readonly T[];
  from: number;
  to: number;
  /** Gives an item another sort order. */
  send: (item: T, sortOrder: number) => Promise<unknown>;
}

/** Moves an item of a list. Where two neighbours leave no room between them, all get new numbers. */
export async function move<T extends Ordered>({ items, from, to, send }: Move<T>): Promise<void> {
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return;
  const order = orderAt(items, from, to);
  if (order !== undefined) {
    await send(item, order);
    return;
  }
  for (const [index, each] of moved(items, from, to).entries())
    if (each.sortOrder !== index + 1) await send(each, index + 1);
}
