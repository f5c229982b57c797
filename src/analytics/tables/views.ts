import { sql } from 'drizzle-orm';
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';

/** Saved views of the console. A deleted one keeps its row, without name, address and author. */
export const views = sqliteTable(
  'views',
  {
    viewId: text('view_id').primaryKey(),
    name: text().notNull(),
    /** `name` in lower case and without accents: the order of the list, and what makes two names the same. */
    nameKey: text('name_key').notNull(),
    address: text().notNull(),
    author: text().notNull(),
    ...writtenOrDeleted,
  },
  (t) => [uniqueIndex('views_name').on(t.nameKey).where(sql`deleted_at is null`)],
);
