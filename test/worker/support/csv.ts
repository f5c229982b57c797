import { parse } from 'csv-parse/sync';

/** The rows of a CSV answer as a reader of RFC 4180 takes it, by the names of its first line. Throws if it is not one. */
export const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];

/** The names of the columns of a CSV answer. */
export const columnsOf = (text: string): string[] =>
  parse(text, { to: 1, record_delimiter: '\r\n' })[0] as string[];

/** What the cell of a value has, if it is no formula. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
