import type { Database } from '../../db/client.ts';
import type { Range } from '../../lib/range.ts';
import { figuresOf, isNothing } from '../../vocabulary/measures.ts';
import type { PageAnalyticsList } from '../schemas.ts';
import { askWith } from './ask.ts';
import type { ItemChoice } from './audiences.ts';
import { Compared } from './compared.ts';
import { largest, rest, totalOf, wholeDays } from './items.ts';
import { withNames } from './names.ts';

/**
 * The visits of the whole workspace: an item for each page that had visits in the range, most visits first, and the
 * total.
 */
export async function pageAnalytics(
  db: Database,
  { start, end }: Range,
  { sort, limit, filters, compared, names }: ItemChoice,
): Promise<PageAnalyticsList> {
  const asked = new Compared(
    { pageId: undefined, boundaries: [start, end], filters, by: 'page', now: Date.now() },
    compared,
  );
  await askWith(db, asked.inquiries, []);
  const { groups } = asked;
  const visited = [...groups]
    .flatMap(([pageId, sums]) => (pageId === null || isNothing(sums) ? [] : [{ pageId, ...figuresOf(sums) }]))
    .sort((a, b) => (a.pageId < b.pageId ? 1 : -1));
  const items = largest(visited, sort, limit);
  const total = totalOf(groups);
  return {
    items: await withNames(
      db,
      'page',
      items.map((item) => ({ ...item, ...asked.of(item.pageId) })),
      { names, idOf: ({ pageId }) => pageId },
    ),
    other: rest(
      total,
      items.map(({ pageId }) => groups.of(pageId)),
    ),
    total: figuresOf(total),
    ...asked.total(),
    ...wholeDays(asked.inquiries),
  };
}
