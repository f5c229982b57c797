import type { Database } from '../../db/client.ts';
import { figuresOf } from '../../vocabulary/measures.ts';
import type { PageAnalyticsList } from '../schemas.ts';
import { askWith, questionOf } from './ask.ts';
import { Compared } from './compared.ts';
import { firstOf, type ItemChoice, recordsOf, rest, totalOf } from './items.ts';
import { withNames } from './names.ts';

/** The visits of the workspace: an item for each page with visits in the range, most visits first, and the total. */
export async function pageAnalytics(
  db: Database,
  { sort = '-totalSessions', limit, names, ...request }: ItemChoice,
): Promise<PageAnalyticsList> {
  const asked = new Compared({ ...questionOf(request), by: 'page' }, request.compared);
  await askWith(db, asked.inquiries, []);
  const { groups } = asked;
  const chosen = firstOf(recordsOf(groups, sort), { sort, ties: -1, take: limit });
  const items = chosen.map(({ name, sums }) => ({ pageId: name, ...figuresOf(sums), ...asked.of(name) }));
  const total = totalOf(groups);
  return {
    items: await withNames(db, 'page', items, names),
    other: rest(total, chosen),
    total: figuresOf(total),
    ...asked.more(),
  };
}
