import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { MetadataFields } from '../pages/metadata.ts';

/** Pages of the website. A trigger sets `audiencesCount`. */
export const pages = sqliteTable('pages', {
  pageId: text('page_id').primaryKey(),
  title: text().notNull(),
  url: text().notNull().unique('pages_url'),
  metadata: text({ mode: 'json' }).$type<MetadataFields>().notNull(),
  audiencesCount: integer('audiences_count').notNull(),
  /** Counts the writes of this row, for its ETag. */
  revision: integer().notNull(),
  /** The ids of the last writes of this row: see db/conditional-write.ts. */
  writeIds: text('write_id').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
