import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
    /** Counts the writes of this row and, by trigger, of its entries, for its ETag. */
    revision: integer().notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
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
    /** Counts the writes of this row, for its ETag. */
    revision: integer().notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.topicEntryId] }),
    index('topic_entries_order').on(t.topicId, t.sortOrder, t.topicEntryId).where(live),
  ],
);
