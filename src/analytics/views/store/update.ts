import type { Database } from '../../../db/client.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { View, ViewUpdate } from '../schemas.ts';
import { nameKeyOf, viewRecord } from './internal.ts';

/** Changes the given fields. Throws `view_not_found`, `precondition_failed`, `name_taken`. */
export const updateView = (
  db: Database,
  viewId: string,
  { name, address }: ViewUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<View>> =>
  viewRecord.update(db, viewId, { name, nameKey: name && nameKeyOf(name), address }, ifMatch);
