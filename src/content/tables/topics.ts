import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';

const live = sql`deleted_at is null`;

/** Topics. Triggers set `entriesCount`. */
export const topics = sqliteTable(
  'topics',
  {
    topicId: text('topic_id').primaryKey(),
    title: text().notNull(),
    purpose: text().notNull(),
    sortOrder: real('sort_order').notNull(),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    /** The number of entries that are not deleted. */
    entriesCount: integer('entries_count').notNull(),
    ...writtenOrDeleted,
  },
  (t) => [index('topics_order').on(t.sortOrder, t.topicId).where(live)],
);

/** Entries of topics. */
export const topicEntries = sqliteTable(
  'topic_entries',
  {
    topicId: text('topic_id').notNull(),
    topicEntryId: text('topic_entry_id').notNull(),
    sortOrder: real('sort_order').notNull(),
    type: text().notNull(),
    content: text().notNull(),
    ...writtenOrDeleted,
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.topicEntryId] }),
    index('topic_entries_order').on(t.topicId, t.sortOrder, t.topicEntryId).where(live),
  ],
);
