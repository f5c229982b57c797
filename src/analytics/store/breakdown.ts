import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import {
  type CursorBinding,
  damagedCursor,
  decodeCursor,
  encodeCursor,
  type Listing,
} from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Breakdown, Breakdowns, ValueSort } from '../breakdown-schemas.ts';
import type { Dimension } from '../dimensions.ts';
import type { Figures } from '../figures-schemas.ts';
import { type Filters, ofAudience } from '../filters.ts';
import { type Groups, isKey, keyOf, otherTexts } from '../groups.ts';
import { figuresOf, isNothing, type PackedSums, sessionsIn } from '../measures.ts';
import type { Question } from '../question.ts';
import type { Range } from '../range.ts';
import { ask, askWith } from './ask.ts';
import { Compared } from './compared.ts';
import { firstAfter, rest, totalOf, wholeDays } from './items.ts';

/** Which visits are broken down, and the order of values. */
interface Values {
  audienceId?: string | undefined;
  filters: Filters;
  sort: ValueSort;
  limit: number;
  /** The range that is compared, if any. */
  compared?: Range | undefined;
}

/** Which values a page of a breakdown has. */
interface BreakdownListing extends Values, Listing {
  by: Dimension;
  /** A part of the value, in any case. */
  query?: string | undefined;
}

/** A group of a breakdown. */
interface Item {
  /** As `Groups` has it: its value, or the key. */
  name: string | null;
  /** What stands for its value in the order of items; null if it is unknown. */
  key: string | null;
  /** The number that items are sorted by. */
  rank: number;
  sums: PackedSums;
}

/** What the order of items compares. */
type Place = Pick<Item, 'key' | 'rank'>;

/** Orders items by their number, the largest first, then by their value; the unknown one is last among equals. */
function compare(a: Place, b: Place): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** The place of an item as text for a cursor, and the place in such a text. */
const placeText = ({ key, rank }: Place) => JSON.stringify([rank, key]);
function placeIn(text: string): Place {
  try {
    const [rank, key] = JSON.parse(text);
    if (Number.isInteger(rank) && (key === null || typeof key === 'string')) return { key, rank };
  } catch {
    // Anyone can make a valid checksum.
  }
  throw damagedCursor();
}

/** The groups that have sessions, as items. */
function* itemsOf(groups: Groups, sort: ValueSort): Generator<Item> {
  const number = sort.slice(1) as keyof Figures;
  const rankOf = (sums: PackedSums) =>
    number === 'totalSessions' ? sessionsIn(sums) : figuresOf(sums)[number];
  for (const [name, sums] of groups)
    if (name !== otherTexts && !isNothing(sums))
      yield { name, key: name && keyOf(name), rank: rankOf(sums), sums };
}

/** Which items of an order a page has: `take` at most, after a place. */
interface Part {
  sort: ValueSort;
  after: Place | undefined;
  take: number;
}

/** The items of a part. */
const firstOf = (groups: Groups, { sort, ...part }: Part): Item[] =>
  // Copies, so that no array of all groups is kept.
  firstAfter<Place, Item>(itemsOf(groups, sort), compare, part).map((item) => ({
    ...item,
    sums: item.sums.slice(),
  }));

/** The items of an answer with their numbers in the compared range, and the numbers of all other visits. */
interface Chosen {
  items: (Item & { compared?: Figures })[];
  hasMore: boolean;
  other: Figures | null;
}

/** What a breakdown needs of what its question has found. The rest takes much memory, and is not kept. */
function chosenOf(asked: Compared, part: Part): Chosen {
  const following = firstOf(asked.groups, { ...part, take: part.take + 1 });
  const items = following.slice(0, part.take);
  const other = rest(
    totalOf(asked.groups),
    items.map(({ sums }) => sums),
  );
  return {
    items: items.map((item) => ({ ...item, ...asked.of(item.name) })),
    hasMore: following.length > items.length,
    other,
  };
}

/** The question of a listing. */
const questionOf = (
  pageId: string | undefined,
  range: Range,
  { by, query, filters, audienceId }: Pick<BreakdownListing, 'by' | 'query' | 'filters' | 'audienceId'>,
): Question => ({
  ...{ pageId, boundaries: [range.start, range.end], by, part: query?.toLowerCase(), now: Date.now() },
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

/** Asks questions in one round trip. Throws `page_not_found`, `audience_not_found`, `too_many_values`. */
async function choose(
  db: Database,
  questions: readonly Question[],
  { audienceId, compared, sort, limit }: Values,
  after?: Place,
) {
  const asked = questions.map((question) => new Compared({ ...question, share: questions.length }, compared));
  const inquiries = asked.flatMap((one) => one.inquiries);
  const pageId = questions[0]?.pageId;
  const [[page], [audience]] = await askWith(db, inquiries, [
    pageId === undefined ? undefined : selectPage({ pageId }),
    pageId === undefined || audienceId === undefined
      ? undefined
      : selectAudienceExists({ pageId, audienceId }),
  ]);
  if (pageId !== undefined) pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const part = { sort, after, take: limit };
  return { chosen: asked.map((one) => chosenOf(one, part)), days: wholeDays(inquiries) };
}

/** The values by key. There may be too many long ones to keep all: those of the items are then looked for. */
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
  { items, hasMore, other }: Chosen,
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
    hasMore,
    nextCursor: last ? encodeCursor(binding, placeText(last)) : null,
    other,
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
  const { chosen, days } = await choose(db, [question], listing, after);
  const [first] = chosen as [Chosen];
  return { ...(await pageOf(db, question, first, binding)), ...days };
}

/** As `choose`, one question after the other if they have too many values to be answered together. */
async function chooseAll(db: Database, questions: readonly Question[], values: Values) {
  try {
    return [await choose(db, questions, values)];
  } catch (error) {
    if (!(error instanceof FootfallError) || error.code !== 'too_many_values' || questions.length === 1)
      throw error;
    const each: Awaited<ReturnType<typeof choose>>[] = [];
    for (const question of questions) each.push(await choose(db, [question], values));
    return each;
  }
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
  const found = await chooseAll(db, questions, values);
  const chosen = found.flatMap((one) => one.chosen);
  const pages: Breakdowns['breakdowns'] = [];
  for (const [index, listing] of listings.entries()) {
    const [question, items] = [questions[index], chosen[index]];
    if (!question || !items) continue;
    const page = await pageOf(db, question, items, bindingOf(pageId, range, listing));
    pages.push({ by: listing.by, ...page });
  }
  return { breakdowns: pages, ...Object.assign({}, ...found.map(({ days }) => days)) };
}
