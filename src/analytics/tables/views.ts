import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

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
    /** Counts the writes of this row, for its ETag. */
    revision: integer().notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [uniqueIndex('views_name').on(t.nameKey).where(sql`deleted_at is null`)],
);
