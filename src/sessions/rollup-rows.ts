import { dimensions, type Grouping, hasAnyValue } from './dimensions.ts';
import type { Contribution } from './facts.ts';
import { addTo, areNegative, newSums, type PackedSums, sessionsIn } from './measures.ts';
import { dayMs, monthOf, quarterMs } from './spans.ts';

/** The sums of a value: all of its sessions, and by quarter of an hour of the day. */
interface Cell {
  total: number[];
  quarters: Map<number, number[]>;
}
/** By grouping, then by value. */
type Content = Map<string, Map<string, Cell>>;

/** Identifies a rollup, which is one row, or several if it is large. */
export interface RollupKey {
  pageId: string;
  audienceId: string;
  /** Empty for an audience, whose rollup has all groupings. */
  grouping: Grouping | '';
  level: 'day' | 'month';
  /** Days or months since 1970. */
  start: number;
}

/** The sums of each value, as in the JSON of a row. */
export type Totals = Record<string, PackedSums>;
/** The sums of each value by quarter of the day, as in the JSON of a row. */
export type Quarters = Record<string, Record<string, PackedSums>>;

/** A row, with its JSON parsed. */
export interface RollupRow extends RollupKey {
  part: number;
  totals: unknown;
  quarters: unknown;
}

/** The value of each grouping that a session of the page counts for. Unknown values count for `all` only. */
function* groupsOf({ audienceId, values }: Contribution): Generator<[Grouping, string]> {
  yield ['all', ''];
  if (audienceId !== null) yield ['audience', audienceId];
  for (const name of dimensions) {
    const value = values[name];
    if (value !== null) yield [name, value];
  }
}

const isZero = (sums: PackedSums) => sums.every((sum) => sum === 0);

/** Sums without the zeros at their end. */
function trimmed(sums: PackedSums): PackedSums {
  let length = sums.length;
  while (length > 0 && sums[length - 1] === 0) length--;
  return sums.slice(0, length);
}

/** Characters of JSON in one row, roughly: D1 takes 2 MB. */
const rowSize = 400_000;

/**
 * The most of a dimension in a rollup: its values, their characters, and their sums (a day has sums for each quarter of
 * an hour that has sessions). Anyone may send visits with any values, and each write of a rollup writes all of them. The
 * values with the fewest sessions for their room make room.
 */
const mostOfPage = { values: 2000, characters: 60_000, sums: 10_000 };
/** As `mostOfPage`, for an audience: a write may touch the rollups of hundreds. */
const mostOfAudience = { values: 500, characters: 10_000, sums: 6000 };
type Most = typeof mostOfPage;
/** Stands for the values of a dimension that a rollup has no room for. No value has a control character. */
export const overflow = '\u0000';

/** Rollups with changes. */
export class Rollups {
  readonly #contents = new Map<string, Content>();
  readonly #parts = new Map<string, number>();

  /** Adds what a session of a page contributes to all rollups that count it. */
  add(pageId: string, contribution: Contribution): void {
    const { at, audienceId, sums } = contribution;
    const day = Math.floor(at / dayMs);
    const month = monthOf(at);
    const quarter = Math.floor((at - day * dayMs) / quarterMs);
    const ofPage = { pageId, audienceId: '' };
    const addBoth = (key: Omit<RollupKey, 'level' | 'start'>, grouping: Grouping, value: string) => {
      this.#addTo({ ...key, level: 'day', start: day }, grouping, value, sums, quarter);
      this.#addTo({ ...key, level: 'month', start: month }, grouping, value, sums);
    };
    addBoth({ pageId: '', audienceId: '', grouping: 'page' }, 'page', pageId);
    for (const [grouping, value] of groupsOf(contribution)) {
      addBoth({ ...ofPage, grouping }, grouping, value);
      if (audienceId === null || grouping === 'audience') continue;
      const key: RollupKey = { pageId, audienceId, grouping: '', level: 'day', start: day };
      this.#addTo(key, grouping, value, sums, quarter);
    }
  }

  /** Adds what a row has so far. */
  addRow({ part, totals, quarters, ...key }: RollupRow): void {
    const name = JSON.stringify(keyOf(key));
    this.#parts.set(name, Math.max(this.#parts.get(name) ?? 0, part + 1));
    const byGrouping = (json: unknown) =>
      (key.grouping === '' ? json : { [key.grouping]: json }) as Record<string, Totals & Quarters>;
    for (const [grouping, values] of Object.entries(byGrouping(totals)))
      for (const [value, sums] of Object.entries<PackedSums>(values))
        addTo(this.#cellOf(key, grouping, value).total, sums);
    for (const [grouping, values] of Object.entries(byGrouping(quarters ?? {})))
      for (const [value, cells] of Object.entries<Record<string, PackedSums>>(values ?? {}))
        for (const [quarter, sums] of Object.entries(cells))
          addTo(quarterOf(this.#cellOf(key, grouping, value), Number(quarter)), sums);
  }

  get keys(): RollupKey[] {
    return Array.from(this.#contents.keys(), (name) => {
      const [pageId, audienceId, grouping, level, start] = JSON.parse(name);
      return { pageId, audienceId, grouping, level, start };
    });
  }

  /** The rows to write. A rollup that has fewer parts than before has empty ones at its end. */
  rows(): RollupRow[] {
    return this.keys.flatMap((key) => {
      const name = JSON.stringify(keyOf(key));
      const content: Content = this.#contents.get(name) ?? new Map();
      const most = key.audienceId === '' ? mostOfPage : mostOfAudience;
      for (const [grouping, values] of content) if (hasAnyValue(grouping)) makeRoom(values, most);
      const parts = partsOf(key, content);
      while (parts.length < (this.#parts.get(name) ?? 0)) parts.push({ totals: {}, quarters: {} });
      return parts.map((json, part) => ({ ...key, part, ...json }));
    });
  }

  #cellOf(key: RollupKey, grouping: string, value: string): Cell {
    const content = entryOf(this.#contents, JSON.stringify(keyOf(key)), (): Content => new Map());
    const values = entryOf(content, grouping, () => new Map<string, Cell>());
    return entryOf(values, value, newCell);
  }

  #addTo(key: RollupKey, grouping: string, value: string, sums: PackedSums, quarter?: number): void {
    const cell = this.#cellOf(key, grouping, value);
    addTo(cell.total, sums);
    if (quarter !== undefined) addTo(quarterOf(cell, quarter), sums);
  }
}

const newCell = (): Cell => ({ total: newSums(), quarters: new Map() });
const quarterOf = ({ quarters }: Cell, quarter: number): number[] => entryOf(quarters, quarter, newSums);

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
function makeRoom(values: Map<string, Cell>, most: Most): void {
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

const keyOf = ({ pageId, audienceId, grouping, level, start }: RollupKey) => [
  pageId,
  audienceId,
  grouping,
  level,
  start,
];

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The JSON of each part of a rollup. */
function partsOf({ grouping: only, level }: RollupKey, content: Content) {
  const parts: { totals: object; quarters: object | null }[] = [];
  let size = rowSize;
  let totals: Record<string, Totals> = {};
  let quarters: Record<string, Quarters> = {};
  for (const [grouping, values] of content) {
    for (const [value, cell] of values) {
      const cells = [...cell.quarters].filter(([, sums]) => !isZero(sums));
      if (isZero(cell.total) && cells.length === 0) continue;
      if (size >= rowSize) {
        [totals, quarters, size] = [{}, {}, 0];
        parts.push(
          only === ''
            ? { totals, quarters }
            : {
                totals: objectIn(totals, only),
                quarters: level === 'month' ? null : objectIn(quarters, only),
              },
        );
      }
      objectIn(totals, grouping)[value] = trimmed(cell.total);
      if (level === 'day')
        objectIn(quarters, grouping)[value] = Object.fromEntries(
          cells.map(([quarter, sums]) => [quarter, trimmed(sums)]),
        );
      // A list of sums has about 40 characters.
      size += 2 * value.length + 50 * (cells.length + 1);
    }
  }
  return parts;
}

/** The object under a name, which is made when it is missing. It has no prototype: values are anything. */
function objectIn<T extends object>(objects: Record<string, T>, name: string): T {
  objects[name] ??= Object.create(null) as T;
  return objects[name];
}
