import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** When versions of the audiences of a page were published. A trigger writes them: see schema/derived/publishes.sql. */
export const publishes = sqliteTable(
  'publishes',
  {
    pageId: text('page_id').notNull(),
    publishedAt: integer('published_at').notNull(),
    versionId: text('version_id').notNull(),
    audienceId: text('audience_id').notNull(),
    versionNumber: integer('version_number').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.publishedAt, t.versionId] })],
);
