import { damagedCursor } from '../../lib/cursor.ts';

// The order of records by a number of theirs, then by id.

/** The place of a record in the order. */
export interface Place {
  rank: number;
  id: string;
}

/** The place, as text for a cursor. */
export const placeText = ({ rank, id }: Place): string => JSON.stringify([rank, id]);

/** The place in such a text. Throws `invalid_cursor`. */
export function placeIn(text: string): Place {
  try {
    const [rank, id] = JSON.parse(text);
    if (Number.isFinite(rank) && typeof id === 'string') return { rank, id };
  } catch {
    // Anyone can make a valid checksum.
  }
  throw damagedCursor();
}

/** Orders by a number, descending if `sort` has a minus, then by id: the newest last, or first if `ties` is -1. */
export const orderOf =
  (sort: string, ties: 1 | -1 = 1) =>
  (a: Place, b: Place): number => {
    if (a.rank !== b.rank) return (a.rank < b.rank ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
    return a.id === b.id ? 0 : ties * (a.id < b.id ? -1 : 1);
  };
