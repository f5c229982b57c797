import {
  type Numbers,
  packNumbers,
  packTexts,
  type Texts,
  textsOf,
  unpackNumbers,
  unpackTexts,
} from './columns.ts';
import {
  type ColumnName,
  columnNames,
  type Facts,
  flag,
  type NumberName,
  numberNames,
  placeOf,
  startOf,
  type TextName,
  textNames,
} from './facts.ts';
import { endOf, idleTime } from './lifetime.ts';
import { addSession, type Measured, measureCount, newSums, type PackedSums } from './measures.ts';
import { quarterMs } from './range.ts';

/** Sessions in columns. Those that were not read are missing. */
export interface Block {
  count: number;
  /** What `startedAt` counts from, in milliseconds since 1970. */
  base: number;
  /** When all sessions have ended, in milliseconds since 1970. */
  endsAt: number;
  numbers: Partial<Record<NumberName, Numbers>>;
  texts: Partial<Record<TextName, Texts>>;
}

/** A row of session_blocks. */
export interface StoredBlock extends Record<ColumnName, string>, BlockKey {
  lastAt: number;
  endsAt: number;
  count: number;
  sums: string | null;
}

/** Identifies a row of session_blocks. */
export interface BlockKey {
  /** An empty text for the whole workspace. */
  pageId: string;
  isRemoved: number;
  firstAt: number;
  part: number;
}

/** A row of session_blocks with some of its columns. */
type SomeColumns = { [K in ColumnName]?: string | null } & {
  count: number;
  firstAt: number;
  endsAt: number;
};

/** The block in the columns of a row that were read. */
export function blockOf(row: SomeColumns): Block {
  const { count, firstAt, endsAt } = row;
  const block: Block = { count, base: firstAt, endsAt, numbers: {}, texts: {} };
  for (const name of numberNames) {
    const text = row[name];
    if (text != null) block.numbers[name] = unpackNumbers(text, count);
  }
  for (const name of textNames) {
    const text = row[name];
    if (text != null) block.texts[name] = unpackTexts(text, count);
  }
  return block;
}

/** JSON arrays of columns, as SQL makes them of sessions that are not sealed. */
type ListedColumns = { [K in ColumnName]?: string | null } & { count: number };

/** The block in JSON arrays, of which an empty one was not asked for. */
export function blockOfLists(row: ListedColumns): Block {
  const { count } = row;
  const block: Block = { count, base: 0, endsAt: Number.POSITIVE_INFINITY, numbers: {}, texts: {} };
  for (const name of numberNames) if (row[name]) block.numbers[name] = JSON.parse(row[name]);
  for (const name of textNames) if (row[name]) block.texts[name] = textsOf(JSON.parse(row[name]));
  return block;
}

const noTexts: Texts = { codes: [], texts: [] };

/** A column of texts. All are unknown in a block that is older than the column. */
export const textsIn = ({ texts }: Block, name: TextName): Texts => texts[name] ?? noTexts;

/** Whether a session of a block is pending at a time, in milliseconds since 1970. */
export function pendingAt({ base, numbers, endsAt }: Block, now: number): (index: number) => boolean {
  if (endsAt <= now) return () => false;
  const { startedAt = [], activeMs = [], flags = [] } = numbers;
  return (index) =>
    ((flags[index] ?? 0) & flag.isTracked) !== 0 &&
    base + (startedAt[index] ?? 0) + (activeMs[index] ?? 0) + idleTime > now;
}

/**
 * What the measures know of each session of a block at a time, in milliseconds since 1970. It is the same object for all
 * of them, because there may be a million.
 */
export function measuredOf(block: Block, now: number): (index: number) => Measured {
  const isPending = pendingAt(block, now);
  const { flags = [], clicks = [], questions = [], scrollDepth = [], engagedMs = [] } = block.numbers;
  const session: Measured = {
    ...{ isCompleted: false, clicks: 0, questions: 0, hasFormSubmit: false, hasConversion: false },
    ...{ engagedMs: null, scrollDepth: null },
  };
  return (index) => {
    const bits = flags[index] ?? 0;
    session.isCompleted = (bits & flag.hasFailed) === 0 && !isPending(index);
    session.hasFormSubmit = (bits & flag.hasFormSubmit) !== 0;
    session.hasConversion = (bits & flag.hasConversion) !== 0;
    session.clicks = clicks[index] ?? 0;
    session.questions = questions[index] ?? 0;
    const [engaged = 0, scrolled = 0] = [engagedMs[index], scrollDepth[index]];
    session.engagedMs = engaged === 0 ? null : engaged - 1;
    session.scrollDepth = scrolled === 0 ? null : scrolled - 1;
    return session;
  };
}

/** When each session of a block began, in milliseconds since 1970. */
export const startsOf = ({ count, base, numbers }: Block): number[] =>
  Array.from({ length: count }, (_, index) => base + (numbers.startedAt?.[index] ?? 0));

/** The facts of each session of a block whose columns were all read. */
export function factsOf(block: Block): Facts[] {
  const readers = columnNames.map((name): ((index: number) => Facts[number]) => {
    if (name === 'startedAt') return (index) => block.base + (block.numbers.startedAt?.[index] ?? 0);
    const numbers = block.numbers[name as NumberName];
    if (numbers) return (index) => numbers[index] ?? 0;
    const { codes, texts } = textsIn(block, name as TextName);
    return (index) => texts[(codes[index] ?? 0) - 1] ?? null;
  });
  return Array.from({ length: block.count }, (_, index) => readers.map((valueAt) => valueAt(index)));
}

/** The sums of each quarter of an hour in which sessions began. */
export interface Totals {
  count: number;
  /** When the quarters begin, or the first session, in milliseconds since 1970. */
  starts: number[];
  /** A column for each measure. Undefined has zeros. */
  sums: (Numbers | undefined)[];
}

const quarterOf = (at: number) => Math.floor(at / quarterMs);

/**
 * Texts of sums begin with the number of their measures. Those that another version has written, with more or fewer,
 * are not used.
 */
export const sumsPrefix = `${measureCount}|`;

/** The text of the sums of quarters: their number, then columns. Null if that is no shorter than the sessions. */
function packTotals(block: Block): string | null {
  const measured = measuredOf(block, Number.POSITIVE_INFINITY);
  const first = quarterOf(block.base);
  const quarters = new Map<number, PackedSums>();
  for (let index = 0; index < block.count; index++) {
    const quarter = quarterOf(block.base + (block.numbers.startedAt?.[index] ?? 0)) - first;
    const sums = quarters.get(quarter) ?? newSums();
    addSession(sums, measured(index), 1);
    quarters.set(quarter, sums);
  }
  if (quarters.size > 2 && quarters.size * 2 > block.count) return null;
  const sums = [...quarters.values()];
  const columns = Array.from(newSums(), (_, measure) => sums.map((ofQuarter) => ofQuarter[measure] ?? 0));
  return sumsPrefix + [quarters.size, ...[[...quarters.keys()], ...columns].map(packNumbers)].join('|');
}

/** The sums of quarters in a text of a block that begins at `firstAt`: no session began earlier in the first of them. */
export function totalsOf(text: string, firstAt: number): Totals {
  const [, size = '', first = '', ...columns] = text.split('|');
  const count = Number(size);
  const quarters = unpackNumbers(first, count);
  return {
    count,
    starts: Array.from(quarters, (quarter) => Math.max((quarterOf(firstAt) + quarter) * quarterMs, firstAt)),
    sums: columns.map((column) => (column === '=0' ? undefined : unpackNumbers(column, count))),
  };
}

const [activePlace, flagsPlace] = [placeOf('activeMs'), placeOf('flags')];

/** When a session of facts ends if it is not active again; 0 if it has ended before it was stored. */
function endOfFacts(facts: Facts): number {
  if ((Number(facts[flagsPlace]) & flag.isTracked) === 0) return 0;
  return endOf({ sessionStartedAt: startOf(facts), activeMs: Number(facts[activePlace]) });
}

/** The row of sessions, at least one, in the order of their start. */
export function storedBlock(key: Omit<BlockKey, 'firstAt'>, sessions: readonly Facts[]): StoredBlock {
  const [first = [], last = first] = [sessions[0], sessions.at(-1)];
  const firstAt = startOf(first);
  const valuesOf = (name: ColumnName) => {
    const place = placeOf(name);
    return sessions.map((facts) => facts[place] ?? null);
  };
  const numbers = Object.fromEntries(numberNames.map((name) => [name, valuesOf(name) as number[]])) as Record<
    NumberName,
    number[]
  >;
  numbers.startedAt = numbers.startedAt.map((at) => at - firstAt);
  const packed = [
    ...numberNames.map((name) => [name, packNumbers(numbers[name])]),
    ...textNames.map((name) => [name, packTexts(valuesOf(name) as (string | null)[])]),
  ];
  const times = {
    firstAt,
    lastAt: startOf(last),
    endsAt: sessions.reduce((latest, facts) => Math.max(latest, endOfFacts(facts)), 0),
  };
  const count = sessions.length;
  return {
    ...key,
    ...times,
    count,
    sums: packTotals({ count, base: firstAt, endsAt: 0, numbers, texts: {} }),
    ...(Object.fromEntries(packed) as Record<ColumnName, string>),
  };
}
