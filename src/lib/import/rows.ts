/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';
import { NoTable } from './text.ts';

/** A row of a table. */
export interface Row {
  /** As a spreadsheet shows it, beginning with 1. */
  number: number;
  cells: string[];
  /** Why its cells cannot be trusted. */
  problem?: string;
}

export const delimiters = [',', ';', '\t'];

/**
 * The longest text of one row: an export with the notes of a CRM, of 65,536 characters each, has 15 of them. A quotation
 * mark that is never closed would make the rest of the file one row, and a file without line ends is one row.
 */
const longestRow = 1_000_000;
const noEnd = (row: number) =>
  row === 1
    ? 'The first row does not end within a million characters: the file is no CSV file, or a quotation mark in it is not closed.'
    : `Row ${row} does not end within a million characters: a quotation mark that opens in it is not closed.`;

/** The line with which Excel names the delimiter. */
const sepLine = /^sep=(.)\n/;

/** The delimiter that a line has most often. */
const mostIn = (line: string): string =>
  delimiters.toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';

/** The delimiter of a text, of which the beginning is given. */
export function delimiterOf(beginning: string): string {
  const text = beginning.replaceAll(/\r\n?/g, '\n').trimStart();
  const named = sepLine.exec(text)?.[1];
  if (named !== undefined) return named;
  const options = { preview: 30, skipEmptyLines: true, delimitersToGuess: delimiters };
  const { errors, meta } = papa.parse(text, options);
  const isUnsure = errors.some(({ code }) => code === 'UndetectableDelimiter');
  return isUnsure ? mostIn(text.replace(/\n.*/s, '')) : meta.delimiter;
}

/** Texts with `\n` as the only end of a line, in cells too. */
async function* inLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const all = held + text;
    // The `\n` of a `\r\n` may be in the next part.
    held = all.endsWith('\r') ? '\r' : '';
    yield all.slice(0, all.length - held.length).replaceAll(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

const quoteProblems: Record<string, string> = {
  MissingQuotes:
    'A quotation mark opens in this row and is not closed: what follows in the file is in its last cell.',
  InvalidQuotes: 'A quotation mark stands within a cell in quotes, where it must be doubled.',
};

/** The rows of a table, some at a time, without those whose cells are all blank. */
export async function* rowsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row[]> {
  const parser = new papa.Parser({ delimiter, newline: '\n' });
  let [rest, count, isFirst] = ['', 0, true];
  const take = (text: string, isLast: boolean): Row[] => {
    const { data, errors, meta } = parser.parse(text, 0, !isLast);
    rest = text.slice(meta.cursor);
    const problems = new Map(errors.map(({ row, code }) => [row, quoteProblems[code] ?? code]));
    const rows = data.map((cells, at): Row => {
      const problem = problems.get(at);
      return { number: count + at + 1, cells, ...(problem && { problem }) };
    });
    count += data.length;
    return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  };
  for await (const text of inLines(texts)) {
    rest += text;
    if (!isFirst || rest.includes('\n')) {
      if (isFirst) rest = rest.replace(sepLine, '');
      isFirst = false;
      const rows = take(rest, false);
      if (rows.length > 0) yield rows;
    }
    if (rest.length > longestRow) throw new NoTable(noEnd(count + 1));
  }
  const rows = take(rest, true);
  if (rows.length > 0) yield rows;
}
