import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Dimension } from '../dimensions.ts';
import { addTo, figuresOf, newSums, sessionsIn } from '../measures.ts';
import type { Breakdown } from '../schemas.ts';
import { planOf, type Range } from '../spans.ts';
import { rest } from './items.ts';
import { type SumsQuery, sumsOfRange, sumsStatements } from './sums.ts';

/**
 * The visits of a page, or of one of its audiences, by the values of a dimension, most visits first. Items and others
 * add up to all visits. Throws `page_not_found`, `audience_not_found`, `rollups_behind`.
 */
export async function breakdown(
  db: Database,
  pageId: string,
  { start, end }: Range,
  { by, audienceId, limit }: { by: Dimension; audienceId?: string | undefined; limit: number },
): Promise<Breakdown> {
  const query: SumsQuery = { pageId, audienceId, grouping: by };
  const plan = planOf([start, end], { hasMonths: audienceId === undefined });
  const [[page], [audience], ...sums] = await db.batch([
    selectPage({ pageId }),
    selectAudienceExists({ pageId, audienceId: audienceId ?? '' }),
    ...sumsStatements(query, plan),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const found = sumsOfRange(sums, query, plan, Date.now());
  const unknown = newSums();
  addTo(unknown, found.all);
  for (const known of [...found.byValue.values(), found.overflown]) addTo(unknown, known, -1);
  const values: [string | null, number[]][] = [...found.byValue, [null, unknown]];
  const items = values
    .filter(([, ofValue]) => ofValue.some((sum) => sum !== 0))
    .sort(([a, x], [b, y]) => sessionsIn(y) - sessionsIn(x) || compare(a, b))
    .slice(0, limit);
  return {
    items: items.map(([value, ofValue]) => ({ value, ...figuresOf(ofValue) })),
    other: rest(
      found.all,
      items.map(([, ofValue]) => ofValue),
    ),
  };
}

/** Orders values by their text, and the unknown one last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}
