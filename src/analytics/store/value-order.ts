import { damagedCursor } from '../../lib/cursor.ts';
import { figureAt, isNothing, type PackedSums, type valueRanks } from '../../vocabulary/measures.ts';
import type { ValueSort } from '../breakdown-schemas.ts';
import { type Groups, keyOf, otherTexts } from '../groups.ts';
import { firstAfter } from './items.ts';

// The values of a breakdown, and their order.

/** A group of a breakdown. */
export interface Item {
  /** As `Groups` has it: its value, or the key. */
  name: string | null;
  /** What stands for its value in the order of items; null if it is unknown. */
  key: string | null;
  /** The number that items are sorted by. */
  rank: number;
  sums: PackedSums;
}

/** What the order of items compares. */
export type Place = Pick<Item, 'key' | 'rank'>;

/** Orders items by their number, the largest first, then by their value; the unknown one is last among equals. */
function compare(a: Place, b: Place): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** The place of an item, as text for a cursor. */
export const placeText = ({ key, rank }: Place) => JSON.stringify([rank, key]);
/** The place in such a text. Throws `invalid_cursor`. */
export function placeIn(text: string): Place {
  try {
    const [rank, key] = JSON.parse(text);
    if (Number.isInteger(rank) && (key === null || typeof key === 'string')) return { key, rank };
  } catch {
    // Anyone can make a valid checksum.
  }
  throw damagedCursor();
}

/** The groups that have sessions, as items. */
function* itemsOf(groups: Groups, sort: ValueSort): Generator<Item> {
  const number = sort.slice(1) as (typeof valueRanks)[number];
  for (const [name, sums] of groups)
    if (name !== otherTexts && !isNothing(sums))
      yield { name, key: name && keyOf(name), rank: figureAt({ sums, from: 0 }, number), sums };
}

/** Which items of an order a page has: `take` at most, after a place. */
export interface Part {
  sort: ValueSort;
  after: Place | undefined;
  take: number;
}

/** The items of a part. */
export const firstOf = (groups: Groups, { sort, ...part }: Part): Item[] =>
  // Copies, so that no array of all groups is kept.
  firstAfter<Place, Item>(itemsOf(groups, sort), compare, part).map((item) => ({
    ...item,
    sums: item.sums.slice(),
  }));
