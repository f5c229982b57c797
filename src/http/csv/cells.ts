import { parseJsonText } from '../../lib/json-text.ts';

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

/** An item of an answer. */
export type Item = Record<string, unknown>;

/** The columns of a table: dotted paths to members of its items. Some items have no member at one that ends with `?`. */
export type Columns = readonly string[];

/** Members that items have only if one of these parameters asks for them. */
const askedBy: Record<string, readonly string[]> = {
  name: ['names'],
  compared: ['compareStartDate', 'compareEndDate'],
  series: ['interval'],
  visits: ['startDate', 'endDate'],
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
  return {
    head: lineOf(columns),
    lines: (items: readonly Item[]): string =>
      items.map((item) => lineOf(paths.map((path) => valueAt(item, path)))).join(''),
  };
}

/** A page of items in an answer in JSON. */
interface Page {
  items: Item[];
  hasMore?: boolean;
  nextCursor?: string | null;
  /** Null where it is not counted. */
  totalCount?: number | null;
  /** What is in none of the items. */
  other?: Item | null;
  /** What is in none of the items of any page, where there may be several. */
  unlisted?: Item | null;
  /** The steps of the other range of a series. */
  compared?: { items: Item[] };
}

/** An answer in JSON that has a table in it. */
export interface Answer extends Page {
  /** Of an answer about several dimensions, in place of `items`: the first page of each. */
  breakdowns?: (Page & { by: string })[];
  wholeDaysBefore?: string;
}

/** The pages that an answer begins: one, or one for each dimension. */
export const pagesIn = (answer: Answer): (Page & { by?: string })[] => answer.breakdowns ?? [answer];

/** Of logs, alone and in a timeline. */
const payloads = { name: 'payload', path: /^items\.\d+\.(?:log\.)?payload$/ };

/** Reads an answer. Payloads become their JSON text: to parse one would change large numbers. */
export function readAnswer(text: string, columns: Columns): Answer {
  if (!columns.some((column) => column.endsWith('payload'))) return JSON.parse(text);
  const { value, sources } = parseJsonText(text, { kept: payloads });
  const answer = value as Answer;
  for (const [index, item] of answer.items.entries())
    for (const [log, path] of [
      [item, `items.${index}.payload`],
      [item.log, `items.${index}.log.payload`],
    ] as const)
      if (sources.has(path)) Object.assign(log as Item, { payload: sources.get(path) });
  return answer;
}

/** The cursor of the next page, or null if there is none. A list may give one after its last page, too. */
export const nextOf = ({ hasMore, nextCursor = null }: Page): string | null => (hasMore ? nextCursor : null);

/** What the rows of values are about: a value that is unknown, and values that are not asked for, look the same. */
const rowOf = (item: Item): string => (item.value === null ? 'unknown' : 'value');

/**
 * The items of a page, as lines have them: with their dimension, with the kind of their row if the table has it, or
 * beside those that they are compared with. The last page has what is in no item of any page, as one more.
 */
export function itemsOf(page: Page, columns: Columns, by?: string): Item[] {
  const { items, compared, other, unlisted = other } = page;
  if (compared) {
    // The other range may have more steps.
    const steps = Math.max(items.length, compared.items.length);
    return Array.from({ length: steps }, (_, index) => ({
      ...items[index],
      compared: compared.items[index],
    }));
  }
  const rest = nextOf(page) === null && unlisted?.totalSessions ? [unlisted] : [];
  if (!columns.includes('row')) return [...items, ...rest];
  return [
    ...items.map((item) => ({ by, row: rowOf(item), ...item })),
    ...rest.map((item) => ({ by, row: 'other', ...item })),
  ];
}
