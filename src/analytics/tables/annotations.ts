import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';

const live = sql`deleted_at is null`;

/** Notes on the charts. A deleted one keeps its row, without text and author. */
export const annotations = sqliteTable(
  'annotations',
  {
    annotationId: text('annotation_id').primaryKey(),
    /** Null for a note on the whole workspace. */
    pageId: text('page_id'),
    text: text().notNull(),
    happenedAt: integer('happened_at').notNull(),
    author: text().notNull(),
    ...writtenOrDeleted,
  },
  (t) => [
    index('annotations_happened').on(t.happenedAt, t.annotationId).where(live),
    index('annotations_page').on(t.pageId, t.happenedAt, t.annotationId).where(live),
  ],
);
