import { addTo, areNegative, newSums, sessionsIn } from './measures.ts';

/** The sums of a value: all of its sessions, and by quarter of an hour of the day. */
export interface Cell {
  total: number[];
  quarters: Map<number, number[]>;
}

/**
 * The most of a dimension in a rollup: its values, their characters, and their sums (a day has sums for each quarter of
 * an hour that has sessions). Anyone may send visits with any values, and each write of a rollup writes all of them. The
 * values with the fewest sessions for their room make room.
 */
export const mostOfPage = { values: 2000, characters: 60_000, sums: 10_000 };
/** As `mostOfPage`, for an audience: a write may touch the rollups of hundreds. */
export const mostOfAudience = { values: 500, characters: 10_000, sums: 6000 };
type Most = typeof mostOfPage;

/** Stands for the values of a dimension that a rollup has no room for. No value has a control character. */
export const overflow = '\u0000';

/** The entry of a map, which is made when it is missing. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Sums of nothing. */
export const newCell = (): Cell => ({ total: newSums(), quarters: new Map() });
/** The sums of a quarter of an hour of the day, counted from 0. */
export const quarterOf = ({ quarters }: Cell, quarter: number): number[] =>
  entryOf(quarters, quarter, newSums);

/** The sessions of a value by the room that it takes: a long value needs more of them to stay. */
const density = (value: string, { total, quarters }: Cell, { values, characters, sums }: Most) =>
  sessionsIn(total) / (1 / values + value.length / characters + (1 + quarters.size) / sums);

/** The values that a rollup has room for: those with the most sessions by room, and of equal ones the first by text. */
function kept(values: [string, Cell][], most: Most): Set<string> {
  const densities = new Map(values.map(([value, cell]) => [value, density(value, cell, most)]));
  const of = (value: string) => densities.get(value) ?? 0;
  const sorted = values.toSorted(([a], [b]) => of(b) - of(a) || (a < b ? -1 : 1));
  const found = new Set<string>();
  let characters = 0;
  let sums = 0;
  for (const [value, { quarters }] of sorted) {
    characters += value.length;
    sums += 1 + quarters.size;
    if (found.size >= most.values || characters > most.characters || sums > most.sums) break;
    found.add(value);
  }
  return found;
}

/**
 * Moves the values that a dimension has no room for to the others. So a value with many sessions stays, whatever came
 * before it. A session may be taken away from a value that has been moved: what is less than nothing is moved too.
 */
export function makeRoom(values: Map<string, Cell>, most: Most): void {
  const all = [...values].filter(([value]) => value !== overflow);
  const isLess = ({ total }: Cell) => values.has(overflow) && areNegative(total);
  const stays = kept(
    all.filter(([, cell]) => !isLess(cell)),
    most,
  );
  for (const [value, cell] of all) {
    if (stays.has(value)) continue;
    const others = entryOf(values, overflow, newCell);
    addTo(others.total, cell.total);
    for (const [quarter, sums] of cell.quarters) addTo(quarterOf(others, quarter), sums);
    values.delete(value);
  }
}
