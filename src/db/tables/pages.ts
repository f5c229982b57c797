import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { MetadataFields } from '../../pages/metadata.ts';

/** Pages of the website. `audiencesCount` is moved by a trigger. */
export const pages = sqliteTable('pages', {
  pageId: text('page_id').primaryKey(),
  title: text().notNull(),
  url: text().notNull().unique('pages_url'),
  metadata: text({ mode: 'json' }).$type<MetadataFields>().notNull(),
  audiencesCount: integer('audiences_count').notNull(),
  /** Counts the writes of this row, for its ETag. */
  revision: integer().notNull(),
  /** Names the request that wrote last, so that a lost answer's retry knows its own. */
  writeId: text('write_id').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
