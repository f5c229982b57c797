import { desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { pages } from '../../tables/pages.ts';
import type { Page } from '../schemas.ts';
import { pageColumns, toPage } from './internal.ts';

const binding: CursorBinding = ['pages'];

const selectPages = statement(({ after, take }: ListParams) =>
  build
    .select(pageColumns)
    .from(pages)
    .where(after && lt(pages.pageId, after))
    .orderBy(desc(pages.pageId))
    .limit(take),
);

/** Pages, newest first. */
export async function listPages(db: Database, listing: Listing): Promise<List<Page>> {
  const [rows, [total]] = await db.batch([
    selectPages(placeOf(binding, listing)),
    selectCounter({}, 'pages'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.pageId, toPage);
}
