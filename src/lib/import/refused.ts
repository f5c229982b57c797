/// <reference path="./papaparse.d.ts" />
import papa from 'papaparse';
import type { Refused } from './run.ts';

/** Rows as lines of a CSV file. A cell that a spreadsheet would see as a formula has an apostrophe before it. */
export const linesOf = (rows: string[][]) =>
  `${papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;

/** The first line of a file of refused rows, with the mark by which Excel knows UTF-8. */
export const refusedHeading = (columns: readonly string[]): string =>
  `\ufeff${linesOf([['Row', 'Reason', ...columns]])}`;

/** Refused rows as lines of a CSV file: number, reasons, and the cells as they were. */
export const refusedLines = (refused: readonly Refused[]): string =>
  refused.length === 0
    ? ''
    : linesOf(refused.map(({ row, reasons }) => [String(row.number), reasons.join(' '), ...row.cells]));
