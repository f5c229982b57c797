/** The mark that says to a spreadsheet program that a file is UTF-8. */
export const byteOrderMark = '\u{FEFF}';

/**
 * Where a spreadsheet program would see a formula: at the beginning of a text, and after what may separate cells or lines
 * where commas do not. Also with spaces before it, and behind apostrophes, so that one of them can be taken off again.
 */
const formulas = /(^|[;\t\r\n])(\s*)(?='*[=+\-@＝＋－＠])/gu;

/** What needs quotes (RFC 4180), also where semicolons or tabs separate cells; an empty text is no missing value. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$|^$/u;

/**
 * The text of a cell. No value is an empty cell. Numbers are as in JSON, and what has members is JSON text. An apostrophe
 * stands before what looks like a formula, so that no program runs it.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = text.replace(formulas, "$1$2'");
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file (RFC 4180), with its end. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;
