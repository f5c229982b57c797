import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { views } from '../../tables/views.ts';
import type { View } from '../schemas.ts';
import { toView, viewColumns } from './internal.ts';

const binding: CursorBinding = ['views'];

const selectViews = statement(({ after, take }: ListParams) =>
  build
    .select(viewColumns)
    .from(views)
    .where(and(isNull(views.deletedAt), after && gt(views.nameKey, after)))
    .orderBy(asc(views.nameKey))
    .limit(take),
);

/** Views by name, without regard to case and accents. */
export async function listViews(db: Database, listing: Listing): Promise<List<View>> {
  const [rows, [total]] = await db.batch([
    selectViews(placeOf(binding, listing)),
    selectCounter({}, 'views'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.nameKey, toView);
}
