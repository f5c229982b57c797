import type { Database } from '../../db/client.ts';
import { type CursorBinding, decodeCursor, encodeCursor, type Listing } from '../../lib/cursor.ts';
import type { Range } from '../../lib/range.ts';
import type { Dimension } from '../../vocabulary/dimensions.ts';
import { figuresOf } from '../../vocabulary/measures.ts';
import type { Breakdown, Breakdowns } from '../breakdown-schemas.ts';
import { ofAudience } from '../filters.ts';
import { isKey, keyOf } from '../groups.ts';
import type { Question } from '../question.ts';
import { ask } from './ask.ts';
import { type Chosen, chooseAll, chooseOrLater, type Values } from './choose.ts';
import { laterDays } from './items.ts';
import { type Item, placeIn, placeText } from './value-order.ts';

/** Which values a page of a breakdown has. */
interface BreakdownListing extends Values, Listing {
  by: Dimension;
  /** A part of the value, in any case. */
  query?: string | undefined;
}

/** The question of a listing. */
const questionOf = (
  pageId: string | undefined,
  range: Range,
  { by, query, filters, audienceId }: Pick<BreakdownListing, 'by' | 'query' | 'filters' | 'audienceId'>,
): Question => ({
  pageId,
  boundaries: [range.start, range.end],
  by,
  part: query?.toLowerCase(),
  now: Date.now(),
  filters: ofAudience(filters, audienceId),
});

/** What the cursors of a listing belong to. */
const bindingOf = (
  pageId: string | undefined,
  range: Range,
  { by, filters, query, sort, audienceId }: BreakdownListing,
): CursorBinding => [
  ...(['analytics_breakdown', pageId, audienceId, by, query, `${range.start}-${range.end}`] as const),
  JSON.stringify(filters),
  ...(sort === '-totalSessions' ? [] : [sort]),
];

/** The values by key. There may be too many long ones to store all: the items' values are then searched for. */
async function valuesOf(db: Database, question: Question, items: Item[]) {
  const names = items.map(({ name }) => name);
  const lacking = names.filter((name) => name !== null && isKey(name));
  const found =
    lacking.length === 0
      ? []
      : (await ask(db, { ...question, only: new Set(lacking as string[]) })).answer.groups;
  return new Map(
    [...names, ...Array.from(found, ([name]) => name)].map((name) => [name && keyOf(name), name]),
  );
}

/** A page of values, as an answer has it. */
async function pageOf(
  db: Database,
  question: Question,
  { items, hasMore, other, unlisted, total }: Chosen,
  binding: CursorBinding,
) {
  const values = await valuesOf(db, question, items);
  const last = hasMore ? items.at(-1) : undefined;
  return {
    items: items.map(({ key, sums, compared }) => ({
      value: values.get(key) ?? null,
      ...figuresOf(sums),
      ...(compared && { compared }),
    })),
    other,
    unlisted,
    hasMore,
    nextCursor: last ? encodeCursor(binding, placeText(last)) : null,
    ...total,
  };
}

/**
 * The visits of a page, of one of its audiences, or without `pageId` of the whole workspace, by the values of a
 * dimension, sorted by a number. Items and others add up to all visits. Throws `page_not_found`, `audience_not_found`,
 * `invalid_cursor`, `too_many_values`.
 */
export async function breakdown(
  db: Database,
  pageId: string | undefined,
  range: Range,
  listing: BreakdownListing,
): Promise<Breakdown> {
  const binding = bindingOf(pageId, range, listing);
  const { cursor } = listing;
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  const question = questionOf(pageId, range, listing);
  const { chosen, days } = await chooseOrLater(db, question, listing, after);
  return { ...(await pageOf(db, question, chosen, binding)), ...days };
}

/**
 * The first page of `breakdown` for several dimensions, in one round trip. Throws `page_not_found`,
 * `audience_not_found`, `too_many_values`.
 */
export async function breakdowns(
  db: Database,
  pageId: string | undefined,
  range: Range,
  { by, ...values }: Values & { by: readonly Dimension[] },
): Promise<Breakdowns> {
  const listings = [...new Set(by)].map((name) => ({ ...values, by: name, cursor: undefined }));
  const questions = listings.map((listing) => questionOf(pageId, range, listing));
  const found = await chooseAll(db, questions as [Question, ...Question[]], values);
  const pages: Breakdowns['breakdowns'] = [];
  let days = {};
  for (const [index, listing] of listings.entries()) {
    const [question, answered] = [questions[index], found[index]];
    if (!question || !answered) continue;
    const page = await pageOf(db, question, answered.chosen, bindingOf(pageId, range, listing));
    pages.push({ by: listing.by, ...page });
    days = laterDays(days, answered.days);
  }
  return { breakdowns: pages, ...days };
}
