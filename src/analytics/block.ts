import { type Numbers, type Texts, textsOf, unpackNumbers, unpackTexts } from './columns.ts';
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

export const noTexts: Texts = { codes: [], texts: [] };

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

/** Arrays that are used for one block after the other. */
const rooms = new Map<string, Float64Array>();

/**
 * Numbers of `count` sessions in an array of one type, whatever the type of their column: a loop over a million sessions
 * takes half the time. Missing numbers are 0. The array is valid until the next call for the same use, and may be longer.
 */
export function inRoom(use: string, numbers: Numbers, count: number): Float64Array {
  const size = Math.max(count, numbers.length);
  let room = rooms.get(use);
  if (!room || room.length < size) {
    room = new Float64Array(size);
    rooms.set(use, room);
  }
  room.set(numbers);
  room.fill(0, numbers.length, size);
  return room;
}

const measuredNames = ['flags', 'clicks', 'questions', 'scrollDepth', 'engagedMs'] as const;

/** What the measures know of the sessions of a block at a time, in milliseconds since 1970. */
export function measuredOf(block: Block, now: number): Measured {
  const columns = measuredNames.map((name) => [name, inRoom(name, block.numbers[name] ?? [], block.count)]);
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
