import { and, desc, isNull, lt } from 'drizzle-orm';
import { websites } from '../../../access/tables/websites.ts';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import type { Website } from '../schemas.ts';
import { toWebsite, websiteColumns } from './internal.ts';

const binding: CursorBinding = ['websites'];

const selectWebsites = statement(({ after, take }: ListParams) =>
  build
    .select(websiteColumns)
    .from(websites)
    .where(and(isNull(websites.deletedAt), after && lt(websites.websiteId, after)))
    .orderBy(desc(websites.websiteId))
    .limit(take),
);

/** Websites, newest first. */
export async function listWebsites(db: Database, listing: Listing): Promise<List<Website>> {
  const [rows, [total]] = await db.batch([
    selectWebsites(placeOf(binding, listing)),
    selectCounter({}, 'websites'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.websiteId, toWebsite);
}
