import { columnNames, guessKind, guessMapping, hasEmail } from './columns.ts';
import { type DayOrder, orderIn } from './dates.ts';
import type { Kind, Mapping } from './fields.ts';
import { delimiterOf, type Row, rowsOf } from './rows.ts';
import { type Encoding, encodingOf, NoTable, type Open, textOf } from './text.ts';

/** What is known of a file once it was read. */
export interface Look {
  encoding: Encoding;
  /** The file says its encoding itself, by a mark at its beginning. */
  isMarked: boolean;
  delimiter: string;
  /** The names of the columns. */
  columns: string[];
  /** The row of the headings, or 0 if there is none. */
  headingRow: number;
  /** The first rows of the list. */
  first: Row[];
  /** How many rows the list has. */
  count: number;
  /** By column, what its dates such as 13/04/2026 begin with. Missing for a column without such a date, and for one with both. */
  orders: (DayOrder | undefined)[];
}

/** How many rows are shown before an import. */
const shownRows = 5;
/** How much of a text shows its delimiter. */
const sampleLength = 65_536;

/** The beginning of a text. */
async function beginningOf(texts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of texts) {
    text += part;
    if (text.length >= sampleLength) break;
  }
  return text.slice(0, sampleLength);
}

/** Reads a whole file once: how it is written, its columns, how many rows it has. Throws NoTable if it is no list. */
export async function lookThrough(open: Open): Promise<Look> {
  const { encoding, isMarked } = await encodingOf(open);
  const delimiter = delimiterOf(await beginningOf(textOf(open, encoding)));
  let heading: Row | undefined;
  let headingRow = 0;
  const first: Row[] = [];
  const orders: Set<DayOrder>[] = [];
  let count = 0;
  for await (const rows of rowsOf(textOf(open, encoding), delimiter))
    for (const row of rows) {
      if (heading === undefined) {
        heading = row;
        if (!row.cells.some(hasEmail)) {
          headingRow = row.number;
          continue;
        }
      }
      count += 1;
      if (first.length < shownRows) first.push(row);
      for (const [column, cell] of row.cells.entries()) {
        const order = orderIn(cell);
        if (order !== undefined) orders[column] = (orders[column] ?? new Set()).add(order);
      }
    }
  if (heading === undefined) throw new NoTable('The file is empty.');
  const columns = columnNames(headingRow === 0 ? heading.cells.map(() => '') : heading.cells);
  const orderOf = (column: number): DayOrder | undefined => {
    const [only, other] = orders[column] ?? [];
    return other === undefined ? only : undefined;
  };
  return {
    encoding,
    isMarked,
    delimiter,
    columns,
    headingRow,
    first,
    count,
    orders: columns.map((_, column) => orderOf(column)),
  };
}

/** What each column of a file is, as far as its headings say, or the cells of one without headings. */
export const mappingOf = ({ columns, headingRow, first }: Look, kind: Kind): Mapping =>
  guessMapping(columns, kind, headingRow === 0 ? first[0]?.cells : undefined);

/** What a file is a list of, as far as its headings say: no list of logs is told from them. */
export const kindOf = ({ columns, headingRow }: Look): Kind =>
  headingRow === 0 ? 'persons' : guessKind(columns);

/** The rows of the list in a file. */
export async function* listRows(
  open: Open,
  { encoding, delimiter, headingRow }: Look,
): AsyncGenerator<Row[]> {
  for await (const rows of rowsOf(textOf(open, encoding), delimiter)) {
    const listed = rows.filter(({ number }) => number > headingRow);
    if (listed.length > 0) yield listed;
  }
}
