import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { type CursorBinding, decodeNumber, encodeCursor, type Listing } from '../../lib/cursor.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Dimension } from '../dimensions.ts';
import type { Filters } from '../filters.ts';
import { addTo, figuresOf, newSums, sessionsIn } from '../measures.ts';
import type { Breakdown } from '../schemas.ts';
import { planOf, type Range } from '../spans.ts';
import { rest } from './items.ts';
import { type SumsQuery, sumsOfRange, sumsStatements } from './sums.ts';

/** Which values of a breakdown a page of it has. */
export interface BreakdownListing extends Listing {
  by: Dimension;
  audienceId?: string | undefined;
  /** A part of the value, in any case. */
  query?: string | undefined;
  filters: Filters;
}

/**
 * The visits of a page, or of one of its audiences, by the values of a dimension, most visits first. Items and others
 * add up to all visits. Throws `page_not_found`, `audience_not_found`.
 */
export async function breakdown(
  db: Database,
  pageId: string | undefined,
  { start, end }: Range,
  { by, audienceId, limit, cursor, ...which }: BreakdownListing,
): Promise<Breakdown> {
  const binding: CursorBinding = [
    ...(['analytics_breakdown', pageId, audienceId, by, which.query, String(start), String(end)] as const),
    JSON.stringify(which.filters),
  ];
  const from = cursor === undefined ? 0 : decodeNumber(binding, cursor);
  const query: SumsQuery = { pageId, audienceId, grouping: by };
  const plan = planOf([start, end], { hasMonths: audienceId === undefined });
  const [[page], [audience], ...sums] = await db.batch([
    selectPage({ pageId: pageId ?? '' }),
    selectAudienceExists({ pageId: pageId ?? '', audienceId: audienceId ?? '' }),
    ...sumsStatements(query, plan),
  ]);
  if (pageId !== undefined) pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const sumsFound = sumsOfRange(sums, query, plan, Date.now());
  const unknown = newSums();
  addTo(unknown, sumsFound.all);
  for (const known of [...sumsFound.byValue.values(), sumsFound.overflown]) addTo(unknown, known, -1);
  const values: [string | null, number[]][] = [...sumsFound.byValue, [null, unknown]];
  const text = which.query?.toLowerCase();
  const found = values
    .filter(([value]) => !text || value?.toLowerCase().includes(text))
    .filter(([, ofValue]) => ofValue.some((sum) => sum !== 0))
    .sort(([a, x], [b, y]) => sessionsIn(y) - sessionsIn(x) || compare(a, b));
  const items = found.slice(from, from + limit);
  const hasMore = found.length > from + limit;
  return {
    hasMore,
    nextCursor: hasMore ? encodeCursor(binding, from + limit) : null,
    items: items.map(([value, ofValue]) => ({ value, ...figuresOf(ofValue) })),
    other: rest(
      sumsFound.all,
      items.map(([, ofValue]) => ofValue),
    ),
  };
}

/** Orders values by their text, and the unknown one last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}
