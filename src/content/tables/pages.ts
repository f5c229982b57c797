import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { written } from '../../db/tables/written.ts';
import type { MetadataFields } from '../pages/metadata.ts';

/** Pages of the website. A trigger sets `audiencesCount`. */
export const pages = sqliteTable('pages', {
  pageId: text('page_id').primaryKey(),
  title: text().notNull(),
  url: text().notNull().unique('pages_url'),
  metadata: text({ mode: 'json' }).$type<MetadataFields>().notNull(),
  audiencesCount: integer('audiences_count').notNull(),
  ...written,
});
