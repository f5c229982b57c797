import type { Database } from '../../db/client.ts';
import { addTo, figuresOf, newSums } from '../measures.ts';
import type { PageAnalyticsList } from '../schemas.ts';
import { planOf, type Range } from '../spans.ts';
import type { ItemChoice } from './audiences.ts';
import { largest, rest } from './items.ts';
import { type SumsQuery, sumsOfRange, sumsStatements } from './sums.ts';

/**
 * The visits of the whole workspace: an item for each page that had visits in the range, most visits first, and the
 * total.
 */
export async function pageAnalytics(
  db: Database,
  { start, end }: Range,
  { sort, limit }: ItemChoice,
): Promise<PageAnalyticsList> {
  const query: SumsQuery = { pageId: undefined, audienceId: undefined, grouping: 'page' };
  const plan = planOf([start, end]);
  const { byValue } = sumsOfRange(await db.batch(sumsStatements(query, plan)), query, plan, Date.now());
  const all = newSums();
  for (const sums of byValue.values()) addTo(all, sums);
  const visited = [...byValue]
    .filter(([, sums]) => sums.some((sum) => sum !== 0))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([pageId, sums]) => ({ pageId, ...figuresOf(sums) }));
  const items = largest(visited, sort, limit);
  return {
    items,
    other: rest(
      all,
      items.map(({ pageId }) => byValue.get(pageId) ?? []),
    ),
    total: figuresOf(all),
  };
}
