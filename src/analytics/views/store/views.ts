import { getTableColumns, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { statement } from '../../../db/statement.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { fold } from '../../../lib/fold.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf } from '../../../lib/time.ts';
import { views } from '../../tables/views.ts';
import type { View, ViewCreate, ViewUpdate } from '../schemas.ts';

/** The longest key of a name, in UTF-16 units: it stands in cursors. */
const longestKey = 255;

/** The form of a name in which views are compared and ordered: in lower case and without accents. */
const nameKeyOf = (name: string): string => fold(name).slice(0, longestKey).toWellFormed();

/** Saved views. */
export const viewRecord = record({
  table: views,
  id: 'viewId',
  prefix: 'view',
  columns: getTableColumns(views),
  toItem: (row): View => ({
    ...pick(row, ['viewId', 'name', 'address', 'author']),
    ...timesOf(row, ['createdAt', 'updatedAt']),
  }),
  orThrow: orThrow('view_not_found', 'There is no view with this id.'),
  unique: { column: 'nameKey', code: 'name_taken', field: 'name' },
  emptied: { name: '', nameKey: '', address: '', author: '' },
});

/** Views by name, without regard to case and accents. */
export const listViews = recordList(viewRecord, { by: 'nameKey', counter: 'views' });

/** The most views of a workspace. */
const mostViews = 1000;

const insertView = statement((row: NewRow<typeof views>) =>
  viewRecord.insert(row, sql`${counter('views')} < ${mostViews}`),
);

/** Saves a view. Throws `name_taken` when another has its name, and `views_full`. */
export const createView = (
  db: Database,
  { name, address }: ViewCreate,
  author: string,
): Promise<Tagged<View>> =>
  viewRecord.create(
    db,
    { name, nameKey: nameKeyOf(name), address, author },
    {
      write: insertView,
      refuse: () => {
        throw new FootfallError(
          'views_full',
          `A workspace has at most ${mostViews.toLocaleString('en')} views.`,
        );
      },
    },
  );

/** Changes the given fields. Throws `view_not_found`, `precondition_failed`, `name_taken`. */
export const updateView = (
  db: Database,
  viewId: string,
  { name, address }: ViewUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<View>> =>
  viewRecord.update(db, viewId, { name, nameKey: name && nameKeyOf(name), address }, ifMatch);
