import { getTableColumns } from 'drizzle-orm';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { orThrow } from '../../../lib/errors.ts';
import { fold } from '../../../lib/search-text.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { views } from '../../tables/views.ts';
import type { View } from '../schemas.ts';

/** The longest key of a name, in UTF-16 units: it stands in cursors. */
const longestKey = 255;

/** The form of a name in which views are compared and ordered: in lower case and without accents. */
export const nameKeyOf = (name: string): string => fold(name).slice(0, longestKey).toWellFormed();

/** Saved views. */
export const viewRecord = record({
  table: views,
  id: 'viewId',
  prefix: 'view',
  columns: getTableColumns(views),
  toItem: (row): View => ({
    viewId: row.viewId,
    name: row.name,
    address: row.address,
    author: row.author,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  }),
  orThrow: orThrow('view_not_found', 'There is no view with this id.'),
  unique: { column: 'nameKey', code: 'name_taken', field: 'name' },
  emptied: { name: '', nameKey: '', address: '', author: '' },
});

/** Views by name, without regard to case and accents. */
export const listViews = recordList(viewRecord, { by: 'nameKey', counter: 'views' });
