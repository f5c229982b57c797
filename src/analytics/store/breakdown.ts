import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database, Optional } from '../../db/client.ts';
import {
  type CursorBinding,
  damagedCursor,
  decodeCursor,
  encodeCursor,
  type Listing,
} from '../../lib/cursor.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Dimension } from '../dimensions.ts';
import { type Filters, ofAudience } from '../filters.ts';
import { type Groups, isKey, keyOf, otherTexts } from '../groups.ts';
import { figuresOf, isNothing, type PackedSums, sessionsIn } from '../measures.ts';
import type { Question } from '../question.ts';
import type { Range } from '../range.ts';
import type { Breakdown, Figures, ValueSort } from '../schemas.ts';
import { ask, askWith } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { firstAfter, rest, totalOf, wholeDays } from './items.ts';

/** Which values a page of a breakdown has. */
interface BreakdownListing extends Listing {
  by: Dimension;
  audienceId?: string | undefined;
  filters: Filters;
  /** A part of the value, in any case. */
  query?: string | undefined;
  sort: ValueSort;
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

/**
 * What a breakdown needs of the answer of a question, and the rows of other statements. The answer itself takes much
 * memory, and is not kept.
 */
async function chosen<const S extends readonly Optional[]>(
  db: Database,
  question: Question,
  part: Part,
  others: S,
) {
  const inquiry = new Inquiry(question);
  const rows = await askWith(db, [inquiry], others);
  const { groups } = inquiry.found.answer;
  const following = firstOf(groups, part);
  return { rows, following, total: totalOf(groups), days: wholeDays(inquiry.found) };
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
  { by, filters, query, sort, audienceId, limit, cursor }: BreakdownListing,
): Promise<Breakdown> {
  const binding: CursorBinding = [
    ...(['analytics_breakdown', pageId, audienceId, by, query, `${range.start}-${range.end}`] as const),
    JSON.stringify(filters),
    ...(sort === '-totalSessions' ? [] : [sort]),
  ];
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  const question: Question = {
    ...{ pageId, boundaries: [range.start, range.end], by, part: query?.toLowerCase(), now: Date.now() },
    filters: ofAudience(filters, audienceId),
  };
  const { rows, following, total, days } = await chosen(db, question, { sort, after, take: limit + 1 }, [
    pageId === undefined ? undefined : selectPage({ pageId }),
    pageId === undefined || audienceId === undefined
      ? undefined
      : selectAudienceExists({ pageId, audienceId }),
  ]);
  const [[page], [audience]] = rows;
  if (pageId !== undefined) pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const items = following.slice(0, limit);
  const last = following.length > limit ? items.at(-1) : undefined;
  const values = await valuesOf(db, question, items);
  return {
    items: items.map(({ key, sums }) => ({ value: values.get(key) ?? null, ...figuresOf(sums) })),
    other: rest(
      total,
      items.map(({ sums }) => sums),
    ),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, placeText(last)) : null,
    ...days,
  };
}
