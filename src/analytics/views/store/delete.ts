import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { views } from '../../tables/views.ts';
import type { ViewDeleted } from '../schemas.ts';
import { isLive, selectView, viewOrThrow } from './internal.ts';

const markDeleted = statement(({ viewId, write }: { viewId: Param<string>; write: WriteParams }) =>
  revise(
    views,
    write,
    { name: '', nameKey: '', address: '', author: '', deletedAt: write.now },
    and(isLive(viewId), isCurrent(views.revision, write)),
  ),
);

/**
 * Deletes a view and frees its name. A second call changes nothing. Throws `view_not_found`, `precondition_failed`.
 */
export async function deleteView(
  db: Database,
  viewId: string,
  ifMatch: IfMatch,
): Promise<Tagged<ViewDeleted>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([markDeleted({ viewId, write }), selectView({ viewId })]);
  const { deletedAt, revision } = viewOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { viewId, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
