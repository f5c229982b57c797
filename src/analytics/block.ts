import {
  type ColumnName,
  columnNames,
  type Facts,
  isText,
  type NumberName,
  type TextName,
} from '../vocabulary/facts.ts';
import { flag } from '../vocabulary/flags.ts';
import { type Measured, measuredNames } from '../vocabulary/measures.ts';
import {
  type Numbers,
  type Places,
  Rooms,
  splitTexts,
  type Texts,
  unpackInto,
  unpackTexts,
} from './columns.ts';
import { IdColumn } from './id-column.ts';
import { IdList } from './id-list.ts';
import type { IdNumbers } from './id-numbers.ts';
import { idleTime } from './lifetime.ts';
import { isNumbered, type ListsOfBlock } from './visitor-lists.ts';

/** Sessions in columns. Those that were not read are missing. `numbersIn` and `textsIn` read them. */
export interface Block {
  count: number;
  /** What `startedAt` counts from. */
  base: number;
  /** When all sessions have ended. */
  endsAt: number;
  /** The columns that have been unpacked, and the columns of a row. */
  numbers: Partial<Record<NumberName, Numbers>>;
  texts: Partial<Record<TextName, Texts>>;
  packed: SomeColumns | undefined;
  /** The lists of which columns have numbers. Undefined if they have ids. */
  lists?: ListsOfBlock | undefined;
}

/** A row of session_blocks without its sums. */
export interface WholeBlock extends Record<ColumnName, string>, BlockKey {
  lastAt: number;
  endsAt: number;
  count: number;
}

/** A row of session_blocks. */
export interface StoredBlock extends WholeBlock, Record<`${TextName}Sums`, string | null> {
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

/** Some columns of a row of session_blocks. */
type SomeColumns = { [K in ColumnName]?: string | null | undefined };

/** A row of session_blocks with some of its columns. */
interface SomeOfRow extends SomeColumns {
  count: number;
  firstAt: number;
  endsAt: number;
}

const rooms = new Rooms<ColumnName>();

/** The block in the columns of a row that were read, with the lists of its numbers if it has these. Its columns are valid until the next block is read. */
export const blockOf = (row: SomeOfRow, lists?: ListsOfBlock): Block => ({
  count: row.count,
  base: row.firstAt,
  endsAt: row.endsAt,
  numbers: {},
  texts: {},
  packed: row,
  lists,
});

/** The most sessions of the tail that one round trip usually reads. */
export const mostOfTail = 5000;
/** Zeros, for a column that was not read: a read beyond the end of an array is slow. It is undefined, and counts as 0. */
const noNumbers: Numbers = new Float64Array(mostOfTail);
export const noTexts: Texts = { codes: noNumbers, texts: [] };

/** A column of numbers: all, or only those at some places. */
export function numbersIn(block: Block, name: NumberName, places?: Places): Numbers {
  const { count, numbers, packed } = block;
  const known = numbers[name];
  const text = packed?.[name];
  if (known || text == null) return known ?? noNumbers;
  const unpacked = unpackInto(rooms.of(name, count), text, count, places);
  if (!places) numbers[name] = unpacked;
  return unpacked;
}

const idLists = new Map<TextName, IdList>();
function idListOf(name: TextName): IdList {
  const known = idLists.get(name) ?? new IdList();
  idLists.set(name, known);
  return known;
}

/** A column of texts, as `numbersIn`. All are unknown in a block that is older than the column. */
export function textsIn(block: Block, name: TextName, places?: Places): Texts {
  const { count, texts, packed } = block;
  const known = texts[name];
  const text = packed?.[name];
  if (known || text == null) return known ?? noTexts;
  const room = rooms.of(name, count);
  const list = isNumbered(name) ? block.lists?.[name] : undefined;
  const unpacked = list
    ? { codes: unpackInto(room, text, count, places), texts: list }
    : unpackTexts({ room, ids: idListOf(name) }, text, count, places);
  if (!places) texts[name] = unpacked;
  return unpacked;
}

/** A column of texts that is not unpacked: its texts, and its codes. Undefined if it is unpacked, or a list. */
export function packedTextsIn({ count, texts, packed }: Block, name: TextName) {
  const text = packed?.[name];
  return texts[name] || text == null || text[0] === '[' ? undefined : splitTexts(text, idListOf(name), count);
}

/** For each column of ids, its numbers in an answer. */
const idColumns = new Map<TextName, IdColumn>();
function idColumnOf(name: TextName): IdColumn {
  const known = idColumns.get(name) ?? new IdColumn();
  idColumns.set(name, known);
  return known;
}

/** Some sessions of a block, and the only places of columns that are read. */
export interface Some {
  sessions: Int32Array;
  places: Places | undefined;
}

/** The numbers of the ids of some sessions, as `IdColumn` has them. */
export const idNumbersIn = (
  block: Block,
  name: TextName,
  numbers: IdNumbers,
  { sessions, places }: Some,
): Int32Array => idColumnOf(name).take(textsIn(block, name, places), block.count, sessions, numbers);

/** The block in JSON arrays, as SQL makes them of sessions that are not sealed; as `blockOf`. */
export const blockOfLists = (row: SomeColumns & { count: number }): Block =>
  blockOf({ ...row, firstAt: 0, endsAt: Number.POSITIVE_INFINITY });

/** Whether a session of a block is pending at a time. `places`: those that are asked for. */
export function pendingAt(block: Block, now: number, places?: Places): (index: number) => boolean {
  const { base, endsAt } = block;
  if (endsAt <= now) return () => false;
  const startedAt = numbersIn(block, 'startedAt', places);
  const activeMs = numbersIn(block, 'activeMs', places);
  const flags = numbersIn(block, 'flags', places);
  return (index) =>
    ((flags[index] ?? 0) & flag.isTracked) !== 0 &&
    base + (startedAt[index] ?? 0) + (activeMs[index] ?? 0) + idleTime > now;
}

/** What the measures know of the sessions of a block at a time: of all, or of those at some places. */
export function measuredOf(block: Block, now: number, places?: Places): Measured {
  const columns = measuredNames.map((name) => [name, numbersIn(block, name, places)]);
  return { ...(Object.fromEntries(columns) as Measured), isPending: pendingAt(block, now, places) };
}

/** Whether the starts of the sessions of a block were read. */
export const hasStarts = ({ numbers, packed }: Block): boolean =>
  numbers.startedAt !== undefined || packed?.startedAt != null;

/** When each session of a block began. */
export function startsOf(block: Block): number[] {
  const starts = numbersIn(block, 'startedAt');
  return Array.from({ length: block.count }, (_, index) => block.base + (starts[index] ?? 0));
}

/** The facts of each session of a block whose columns were all read. */
export function factsOf(block: Block): Facts[] {
  const starts = startsOf(block);
  const readers = columnNames.map((name): ((index: number) => Facts[number]) => {
    if (name === 'startedAt') return (index) => starts[index] ?? 0;
    if (isText(name)) {
      const { codes, texts } = textsIn(block, name);
      // Each is made once: sessions share it.
      const values = [null, ...Array.from({ length: texts.length }, (_, place) => texts.at(place) ?? null)];
      return (index) => values[codes[index] ?? 0] ?? null;
    }
    const numbers = numbersIn(block, name);
    return (index) => numbers[index] ?? 0;
  });
  return Array.from({ length: block.count }, (_, index) => readers.map((valueAt) => valueAt(index)));
}
