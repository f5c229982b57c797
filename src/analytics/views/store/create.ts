import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { views } from '../../tables/views.ts';
import { mostViews } from '../limits.ts';
import type { View, ViewCreate } from '../schemas.ts';
import { isFree, selectHolder, selectView, toTagged } from './internal.ts';
import { nameKeyOf } from './name-key.ts';

interface InsertParams {
  viewId: Param<string>;
  name: Param<string>;
  nameKey: Param<string>;
  address: Param<string>;
  author: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertView = statement(({ now, ...row }: InsertParams) =>
  insertWhere(
    views,
    { ...row, revision: 1, createdAt: now, updatedAt: now },
    and(isFree(row), sql`${counter('views')} < ${mostViews}`),
    views.viewId,
  ),
);

/** Saves a view. Throws `name_taken` when another has its name, and `views_full`. */
export async function createView(
  db: Database,
  { name, address }: ViewCreate,
  author: string,
): Promise<Tagged<View>> {
  const view = { viewId: newId('view'), nameKey: nameKeyOf(name) };
  const [, [holder], [created]] = await db.batch([
    insertView({ ...view, name, address, author, writeIds: newId('write'), now: Date.now() }),
    selectHolder(view),
    selectView(view),
  ]);
  // In a retry, another view may have got the name that this one had.
  if (created) return toTagged(created);
  throwIfHeld('name_taken', 'name', holder?.viewId);
  throw new FootfallError('views_full', `A workspace has at most ${mostViews.toLocaleString('en')} views.`);
}
