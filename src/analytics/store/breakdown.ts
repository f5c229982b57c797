import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { type CursorBinding, decodeCursor, encodeCursor, type Listing } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Dimension } from '../dimensions.ts';
import { type Filters, ofAudience } from '../filters.ts';
import { figuresOf, isNothing, type PackedSums, sessionsIn } from '../measures.ts';
import type { Range } from '../range.ts';
import type { Breakdown } from '../schemas.ts';
import { complete, type Found, Inquiry } from './ask.ts';
import { rest, totalOf, wholeDays } from './items.ts';

/** Which values a page of a breakdown has. */
export interface BreakdownListing extends Listing {
  by: Dimension;
  audienceId?: string | undefined;
  filters: Filters;
  /** A part of the value, in any case. */
  query?: string | undefined;
}

/** The sums of a value, which is null if it is unknown. */
type Item = [value: string | null, sums: PackedSums];

/** Orders items by their sessions, then by the text of their value; the unknown one is last among equals. */
function compare([a, x]: Item, [b, y]: Item): number {
  const difference = sessionsIn(y) - sessionsIn(x);
  if (difference !== 0) return difference;
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}

/** The place of an item in a cursor, and the item with its number of sessions and its value in such a place. */
const placeOf = ([value, sums]: Item) => JSON.stringify([sessionsIn(sums), value]);
function itemAt(place: string): Item {
  try {
    const [sessions, value] = JSON.parse(place);
    if (Number.isInteger(sessions) && (value === null || typeof value === 'string'))
      return [value, Float64Array.of(sessions)];
  } catch {
    // Anyone can make a valid checksum.
  }
  throw new FootfallError('invalid_cursor', 'The cursor is damaged.');
}

function answerOf(
  found: Found,
  binding: CursorBinding,
  { query, limit, cursor }: BreakdownListing,
): Breakdown {
  const { groups } = found.answer;
  const part = query?.toLowerCase();
  const after = cursor === undefined ? undefined : itemAt(decodeCursor(binding, cursor));
  const items = [...groups]
    .filter(([value, sums]) => !isNothing(sums) && (!part || value?.toLowerCase().includes(part)))
    .sort(compare);
  const following = after ? items.filter((item) => compare(after, item) < 0) : items;
  const shown = following.slice(0, limit);
  const last = following.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(([value, sums]) => ({ value, ...figuresOf(sums) })),
    other: rest(
      totalOf(groups),
      shown.map(([, sums]) => sums),
    ),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, placeOf(last)) : null,
    ...wholeDays(found),
  };
}

/**
 * The visits of a page, of one of its audiences, or without `pageId` of the whole workspace, by the values of a
 * dimension, most visits first. Items and others add up to all visits. Throws `page_not_found`, `audience_not_found`,
 * `invalid_cursor`, `too_many_values`.
 */
export async function breakdown(
  db: Database,
  pageId: string | undefined,
  range: Range,
  listing: BreakdownListing,
): Promise<Breakdown> {
  const { by, filters, query, audienceId } = listing;
  const inquiry = new Inquiry({
    ...{ pageId, boundaries: [range.start, range.end], by, now: Date.now() },
    filters: ofAudience(filters, audienceId),
  });
  const [[page], [audience], ...read] = await db.batch([
    selectPage({ pageId: pageId ?? '' }),
    selectAudienceExists({ pageId: pageId ?? '', audienceId: audienceId ?? '' }),
    ...inquiry.statements(),
  ]);
  if (pageId !== undefined) pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  inquiry.take(...read);
  const binding: CursorBinding = [
    ...(['analytics_breakdown', pageId, audienceId, by, query, `${range.start}-${range.end}`] as const),
    JSON.stringify(filters),
  ];
  return answerOf(await complete(db, inquiry), binding, listing);
}
