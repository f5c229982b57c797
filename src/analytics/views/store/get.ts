import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { View } from '../schemas.ts';
import { liveViewOrThrow, selectView, toTagged } from './internal.ts';

/** A view. Throws `view_not_found`. */
export async function getViewOrThrow(db: Database, viewId: string): Promise<Tagged<View>> {
  const [[row]] = await db.batch([selectView({ viewId })]);
  return toTagged(liveViewOrThrow(row));
}
