import { and, eq, getTableColumns, isNull, ne, not } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { views } from '../../tables/views.ts';
import type { View } from '../schemas.ts';

export const viewColumns = getTableColumns(views);
type Row = typeof views.$inferSelect;

export const toView = (row: Row): View => ({
  viewId: row.viewId,
  name: row.name,
  address: row.address,
  author: row.author,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

export const toTagged = (row: Row): Tagged<View> => ({ value: toView(row), etag: String(row.revision) });

/** Selects a view, deleted or not, within a batch. */
export const selectView = statement(({ viewId }: { viewId: Param<string> }) =>
  build.select(viewColumns).from(views).where(eq(views.viewId, viewId)),
);

/** The condition that a row is this view and not deleted. */
export const isLive = (viewId: Param<string>) => and(eq(views.viewId, viewId), isNull(views.deletedAt));

/** Throws `view_not_found` when there is no row. */
export const viewOrThrow = orThrow('view_not_found', 'There is no view with this id.');

/** Throws `view_not_found` when there is no row or the view is deleted. */
export const liveViewOrThrow = (row: Row | undefined): Row =>
  viewOrThrow(row?.deletedAt === null ? row : undefined);

interface NameParams {
  viewId: Param<string>;
  nameKey: Param<string>;
}
const isHeld = ({ viewId, nameKey }: NameParams) =>
  and(eq(views.nameKey, nameKey), isNull(views.deletedAt), ne(views.viewId, viewId));

/** The condition that no other view has this name. */
export const isFree = (params: NameParams) => not(existsIn(views, isHeld(params)));

/** Selects the other view that has this name. */
export const selectHolder = statement((params: NameParams) =>
  build.select({ viewId: views.viewId }).from(views).where(isHeld(params)),
);
