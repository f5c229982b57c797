import { type Block, measuredOf } from './block.ts';
import { packNumbers, unpackNumbers } from './columns.ts';
import { addSession, measureCount, newSums, type PackedSums } from './measures.ts';
import { quarterMs } from './range.ts';

/** The sums of each quarter of an hour in which sessions began. */
export interface Totals {
  count: number;
  /** When the quarters begin, or the first session, in milliseconds since 1970. */
  starts: number[];
  /** A column for each measure. Undefined has zeros. */
  sums: (ArrayLike<number> | undefined)[];
}

const quarterOf = (at: number) => Math.floor(at / quarterMs);

/**
 * Texts of sums begin with the number of their measures. Those that another version has written, with more or fewer,
 * are not used.
 */
export const sumsPrefix = `${measureCount}|`;

/** The text of the sums of quarters: their number, then columns. Null if that is no shorter than the sessions. */
export function packTotals(block: Block): string | null {
  const measured = measuredOf(block, Number.POSITIVE_INFINITY);
  const first = quarterOf(block.base);
  const quarters = new Map<number, PackedSums>();
  for (let index = 0; index < block.count; index++) {
    const quarter = quarterOf(block.base + (block.numbers.startedAt?.[index] ?? 0)) - first;
    const sums = quarters.get(quarter) ?? newSums();
    addSession(sums, 0, measured, index);
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
