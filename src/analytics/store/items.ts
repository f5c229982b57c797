import { addTo, figuresOf, newSums, type PackedSums } from '../measures.ts';
import type { Figures, Sort } from '../schemas.ts';

/** The first items by a number, `-totalSessions` if none is given. Items with equal numbers keep their order. */
export function largest<T extends Figures>(items: T[], sort: Sort = '-totalSessions', limit?: number): T[] {
  const name = sort.replace('-', '') as keyof Figures;
  const direction = sort.startsWith('-') ? -1 : 1;
  return items.toSorted((a, b) => direction * (a[name] - b[name])).slice(0, limit);
}

/** The numbers of all visits that are in none of the items; null if there are none. */
export function rest(all: PackedSums, items: PackedSums[]): Figures | null {
  const others = newSums();
  addTo(others, all);
  for (const sums of items) addTo(others, sums, -1);
  return others.some((sum) => sum !== 0) ? figuresOf(others) : null;
}
