import { type Numbers, type Texts, unpackInto, unpackTexts } from './columns.ts';
import {
  type ColumnName,
  columnNames,
  type Facts,
  flag,
  type NumberName,
  numberNames,
  type TextName,
  textNames,
} from './facts.ts';
import { idleTime } from './lifetime.ts';
import type { Measured } from './measures.ts';

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

/** Arrays that are used for one block after the other. */
const rooms = new Map<string, Float64Array>();

function roomOf(name: ColumnName, count: number): Float64Array {
  const known = rooms.get(name);
  if (known && known.length >= count) return known;
  const room = new Float64Array(Math.max(count, 1000));
  rooms.set(name, room);
  return room;
}

/** The block in the columns of a row that were read. It is valid until the next one is read. */
export function blockOf(row: SomeColumns): Block {
  const { count, firstAt, endsAt } = row;
  const block: Block = { count, base: firstAt, endsAt, numbers: {}, texts: {} };
  for (const name of numberNames) {
    const text = row[name];
    if (text != null) block.numbers[name] = unpackInto(roomOf(name, count), text, count);
  }
  for (const name of textNames) {
    const text = row[name];
    if (text != null) block.texts[name] = unpackTexts(roomOf(name, count), text, count);
  }
  return block;
}

/** JSON arrays of columns, as SQL makes them of sessions that are not sealed. */
type ListedColumns = { [K in ColumnName]?: string | null } & { count: number };

/** The block in JSON arrays, as `blockOf`. An empty one was not asked for. */
export function blockOfLists(row: ListedColumns): Block {
  const asked = Object.entries(row).filter(([, list]) => list !== '[]');
  return blockOf({
    ...(Object.fromEntries(asked) as ListedColumns),
    firstAt: 0,
    endsAt: Number.POSITIVE_INFINITY,
  });
}

/** Zeros, for a column that was not read: a read beyond the end of an array is slow. It is undefined, and counts as 0. */
export const noNumbers: Numbers = new Float64Array(1000);
export const noTexts: Texts = { codes: noNumbers, texts: [] };

/** A column of texts. All are unknown in a block that is older than the column. */
export const textsIn = ({ texts }: Block, name: TextName): Texts => texts[name] ?? noTexts;

/** Whether a session of a block is pending at a time, in milliseconds since 1970. */
export function pendingAt({ base, numbers, endsAt }: Block, now: number): (index: number) => boolean {
  if (endsAt <= now) return () => false;
  const { startedAt = noNumbers, activeMs = noNumbers, flags = noNumbers } = numbers;
  return (index) =>
    ((flags[index] ?? 0) & flag.isTracked) !== 0 &&
    base + (startedAt[index] ?? 0) + (activeMs[index] ?? 0) + idleTime > now;
}

const measuredNames = ['flags', 'clicks', 'questions', 'scrollDepth', 'engagedMs'] as const;

/** What the measures know of the sessions of a block at a time, in milliseconds since 1970. */
export function measuredOf(block: Block, now: number): Measured {
  const columns = measuredNames.map((name) => [name, block.numbers[name] ?? noNumbers]);
  return { ...(Object.fromEntries(columns) as Measured), isPending: pendingAt(block, now) };
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
