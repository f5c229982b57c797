import { parseJsonText } from '../../lib/json-text.ts';
import type { Columns, Item } from './cells.ts';

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
