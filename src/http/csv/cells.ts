/** The mark that says to a spreadsheet program that a file is UTF-8. */
export const byteOrderMark = '\u{FEFF}';

/**
 * Where a spreadsheet program would see a formula: at the beginning of a text, and after what may separate cells or lines
 * where commas do not. Also with spaces before it, and behind apostrophes, so that one of them can be taken off again.
 */
const formulas = /(^|[;\t\r\n])(\s*)(?='*[=+\-@＝＋－＠])/gu;

/** What needs quotes (RFC 4180), also where semicolons or tabs separate cells; an empty text is no missing value. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$|^$/u;

/** Most texts: they begin as no formula does, and have nothing that needs quotes. To see that takes a third of the time. */
const isPlain = /^[\w/](?: ?[!#-+\--:<-~])*$/;

/**
 * The text of a cell. No value is an empty cell. Numbers are as in JSON, and what has members is JSON text. An apostrophe
 * stands before what looks like a formula, so that no program runs it.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isPlain.test(text)) return text;
  const harmless = text.replace(formulas, "$1$2'");
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file (RFC 4180), with its end. */
export const lineOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** An item of an answer. */
export type Item = Record<string, unknown>;

/** The columns of a table: dotted paths to members of its items. Some items have no member at one that ends with `?`. */
export type Columns = readonly string[];

/** Members that items have only if one of these parameters asks for them. */
const askedBy: Record<string, readonly string[]> = {
  name: ['names'],
  personName: ['names'],
  recipientName: ['names'],
  companyName: ['names'],
  compared: ['compareStartDate', 'compareEndDate'],
  series: ['interval'],
  visits: ['startDate', 'endDate'],
  account: ['records'],
  person: ['records'],
  pages: ['details'],
  pagesCount: ['details'],
  latestVisit: ['details'],
};

/** The value at a dotted path in an item. */
const valueAt = (item: Item, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);

/** The columns that the answer to a query has. `first` are its first items: they have what nobody needs to ask for. */
export const columnsFor = (columns: Columns, query: URLSearchParams, first: readonly Item[]): string[] =>
  columns.flatMap((column) => {
    const name = column.replace('?', '');
    const path = name.split('.');
    const parameters = askedBy[path[0] ?? ''];
    const isAsked = parameters?.some((one) => query.get(one) && query.get(one) !== 'false') ?? true;
    const isThere =
      !column.endsWith('?') || isAsked || first.some((item) => valueAt(item, path) !== undefined);
    return isThere ? [name] : [];
  });

/** Makes the lines of items, below a line with the names of the columns. */
export function linesOf(columns: Columns) {
  const paths = columns.map((column) => column.split('.'));
  // Nearly all are members of the item itself.
  const values = (item: Item) =>
    paths.map((path) => (path.length === 1 ? item[path[0] ?? ''] : valueAt(item, path)));
  return {
    head: lineOf(columns),
    lines: (items: readonly Item[]): string => items.map((item) => lineOf(values(item))).join(''),
  };
}
