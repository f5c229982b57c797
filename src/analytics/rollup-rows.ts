import { dimensions, type Grouping, hasAnyValue } from './dimensions.ts';
import type { Contribution } from './facts.ts';
import { addTo, type PackedSums } from './measures.ts';
import {
  type Cell,
  entryOf,
  makeRoom,
  mostOfAudience,
  mostOfPage,
  newCell,
  quarterOf,
} from './rollup-room.ts';
import { dayMs, monthOf, quarterMs } from './spans.ts';

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

const keyOf = ({ pageId, audienceId, grouping, level, start }: RollupKey) => [
  pageId,
  audienceId,
  grouping,
  level,
  start,
];

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
