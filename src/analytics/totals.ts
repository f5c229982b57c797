import { quarterMs } from '../lib/range.ts';
import { textNames } from '../vocabulary/facts.ts';
import { addSession, measureCount, newSums, type PackedSums } from '../vocabulary/measures.ts';
import { type Block, measuredOf, startsOf } from './block.ts';
import { type Numbers, packNumbers, Rooms, type Texts, textsAfter, unpackInto } from './columns.ts';

/** A column of sums for each measure. Undefined has zeros. */
type SumColumns = (ArrayLike<number> | undefined)[];

/** The sums of each quarter of an hour in which sessions began. */
export interface Totals {
  count: number;
  /** When the quarters begin, or the first session. */
  starts: number[];
  sums: SumColumns;
}

const quarterOf = (at: number) => Math.floor(at / quarterMs);

/**
 * Texts of sums of quarters begin with the number of their measures. Those that another version has written, with more
 * or fewer, are not used. The sums of texts count only beside a plus and the number of columns of texts: a version that
 * does not know a column leaves its sums as they were when it writes a block again.
 */
export const sumsPrefixes = {
  withoutTexts: `${measureCount}|`,
  withTexts: `${measureCount}+`,
  withTheseTexts: `${measureCount}+${textNames.length}|`,
};

/** The text of the sums of quarters: their number, then columns. Null if that is no shorter than the sessions. */
export function packTotals(block: Block): string | null {
  const measured = measuredOf(block, Number.POSITIVE_INFINITY);
  const first = quarterOf(block.base);
  const quarters = new Map<number, PackedSums>();
  for (const [index, at] of startsOf(block).entries()) {
    const quarter = quarterOf(at) - first;
    const sums = quarters.get(quarter) ?? newSums();
    addSession(sums, 0, measured, index);
    quarters.set(quarter, sums);
  }
  if (quarters.size > 2 && quarters.size * 2 > block.count) return null;
  const columns = [[...quarters.keys()], ...columnsOf([...quarters.values()])];
  return sumsPrefixes.withTheseTexts + [quarters.size, ...columns.map(packNumbers)].join('|');
}

/** A column for each measure. */
const columnsOf = (sums: PackedSums[]): number[][] =>
  Array.from(newSums(), (_, measure) => sums.map((ofOne) => ofOne[measure] ?? 0));

const rooms = new Rooms<'quarters' | 'starts' | number>();

/** Undefined for a column of zeros, as many are. */
const unpackSums = (columns: string[], count: number): SumColumns =>
  columns.map((column, measure) =>
    column === '=0' ? undefined : unpackInto(rooms.of(measure, count), column, count),
  );

/** The sums of quarters in the text of a block that begins at `firstAt`, valid until others are read. */
export function totalsOf(text: string, firstAt: number): Totals {
  const [, size = '', first = '', ...columns] = text.split('|');
  const count = Number(size);
  const quarters = unpackInto(rooms.of('quarters', count), first, count).subarray(0, count);
  return {
    count,
    starts: Array.from(quarters, (quarter) => Math.max((quarterOf(firstAt) + quarter) * quarterMs, firstAt)),
    sums: unpackSums(columns, count),
  };
}

/**
 * When the sessions of a block began, from `firstAt` on, by its sums of quarters: each at the beginning of its quarter of
 * an hour. Sessions are in the order of their start. Valid until others are read. Throws an Error for sums of other sessions.
 */
export function startsByQuarters(text: string, firstAt: number, count: number): Numbers {
  const { starts, sums } = totalsOf(text.split('|', 4).join('|'), firstAt);
  const room = rooms.of('starts', count);
  let from = 0;
  for (const [index, at] of starts.entries()) {
    const to = from + (sums[0]?.[index] ?? 0);
    room.fill(at - firstAt, from, to);
    from = to;
  }
  if (from !== count) throw new Error('The sums of a block are not of its sessions.');
  return room;
}

/** The sums of each text of a column, by its code. */
export interface TextSums {
  texts: readonly string[];
  sums: SumColumns;
}

/** The text of the sums of the texts of a column: a column for each measure. */
export function packTextSums(block: Block, { codes, texts }: Texts): string {
  const measured = measuredOf(block, Number.POSITIVE_INFINITY);
  const sums = Array.from({ length: texts.length + 1 }, newSums);
  for (let index = 0; index < block.count; index++) {
    const ofCode = sums[codes[index] ?? 0];
    if (ofCode) addSession(ofCode, 0, measured, index);
  }
  return columnsOf(sums).map(packNumbers).join('|');
}

/** The sums in a text of `packTextSums`, valid until others are read. `texts`: the texts of the column, as `packTexts` has them. */
export function textSumsOf(text: string, texts: string): TextSums {
  const known = textsAfter(texts);
  return { texts: known, sums: unpackSums(text.split('|'), known.length + 1) };
}
