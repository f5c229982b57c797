import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { views } from '../../tables/views.ts';
import type { View, ViewUpdate } from '../schemas.ts';
import { getViewOrThrow } from './get.ts';
import { isFree, isLive, liveViewOrThrow, selectHolder, selectView, toTagged } from './internal.ts';
import { nameKeyOf } from './name-key.ts';

interface ReviseParams {
  viewId: Param<string>;
  name: Param<string> | undefined;
  nameKey: Param<string> | undefined;
  address: Param<string> | undefined;
  write: WriteParams;
}

const reviseView = statement(({ viewId, write, ...changes }: ReviseParams) =>
  revise(
    views,
    write,
    changes,
    and(
      isLive(viewId),
      isCurrent(views.revision, write),
      changes.nameKey && isFree({ viewId, nameKey: changes.nameKey }),
    ),
  ),
);

/** Changes the given fields. Throws `view_not_found`, `precondition_failed`, `name_taken`. */
export async function updateView(
  db: Database,
  viewId: string,
  { name, address }: ViewUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<View>> {
  if (name === undefined && address === undefined) return matched(await getViewOrThrow(db, viewId), ifMatch);
  const nameKey = name === undefined ? undefined : nameKeyOf(name);
  const write = newWrite(ifMatch);
  const [, [holder], [row]] = await db.batch([
    reviseView({ viewId, name, nameKey, address, write }),
    selectHolder({ viewId, nameKey: nameKey ?? '' }),
    selectView({ viewId }),
  ]);
  const found = liveViewOrThrow(row);
  const view = toTagged(found);
  if (hasWrite(found, write)) return view;
  assertMatch(view.etag, ifMatch);
  throwIfHeld('name_taken', 'name', holder?.viewId);
  return view;
}
