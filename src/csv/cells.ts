/** The mark that tells a spreadsheet program that a file is UTF-8. */
export const byteOrderMark = '\u{FEFF}';

/** A text that a spreadsheet program would take for a formula, also with spaces before it. */
const isFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** What a cell needs quotes for (RFC 4180, 2.5 to 2.7). Without them, an empty text would look like no value. */
const needsQuotes = /[",\r\n]|^\s|\s$|^$/u;

/**
 * The text of a cell. No value is an empty cell. Numbers are as in JSON, and what has members is JSON text. A text that
 * looks like a formula begins with an apostrophe, so that no program runs it.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = isFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file (RFC 4180), with its end. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;
