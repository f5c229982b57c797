import { parseJsonText } from '../lib/json-text.ts';
import type { Columns, Item } from './table.ts';

/** An answer in JSON that has a table in it. */
export interface Answer {
  items: Item[];
  hasMore?: boolean;
  nextCursor?: string | null;
  /** Null where it is not counted. */
  totalCount?: number | null;
  /** Of an answer about several dimensions, in place of `items`. */
  breakdowns?: { by: string; items: Item[]; hasMore: boolean }[];
  /** What is in none of the items. */
  other?: Item | null;
  /** The steps of the other range of a series. */
  compared?: { items: Item[] };
  wholeDaysBefore?: string;
}

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
export const nextOf = ({ hasMore, nextCursor = null }: Answer): string | null =>
  hasMore ? nextCursor : null;

/**
 * The items of an answer, as lines have them: with the dimension of each, or beside those that they are compared with.
 * The last page has what is in no item, as one more.
 */
export function itemsOf(answer: Answer): Item[] {
  const { items, breakdowns, compared, other } = answer;
  if (breakdowns) return breakdowns.flatMap(({ by, items }) => items.map((item) => ({ by, ...item })));
  if (!compared) return other?.totalSessions && nextOf(answer) === null ? [...items, other] : items;
  // The other range may have more steps.
  const steps = Math.max(items.length, compared.items.length);
  return Array.from({ length: steps }, (_, index) => ({ ...items[index], compared: compared.items[index] }));
}
