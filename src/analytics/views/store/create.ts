import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import type { NewRow } from '../../../db/record.ts';
import { statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { views } from '../../tables/views.ts';
import type { View, ViewCreate } from '../schemas.ts';
import { nameKeyOf, viewRecord } from './internal.ts';

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
