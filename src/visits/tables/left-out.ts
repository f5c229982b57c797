import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { reasons } from '../left-out/reasons.ts';

/** Excluded visits in the last days, each once. A trigger counts them. The cron removes older ones. */
export const leftOutVisits = sqliteTable(
  'left_out_visits',
  {
    /** The UTC day when its first beacon was received, in days since 1970. */
    day: integer().notNull(),
    analyticsSessionId: text('analytics_session_id').notNull(),
    /** An empty text for a page that does not exist: anyone can send any id. */
    pageId: text('page_id').notNull(),
    reason: text({ enum: reasons }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.analyticsSessionId] })],
);

/** How many visits were excluded, by page, day and reason, as above. */
export const leftOutCounts = sqliteTable(
  'left_out_counts',
  {
    pageId: text('page_id').notNull(),
    day: integer().notNull(),
    reason: text({ enum: reasons }).notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.day, t.reason] }),
    index('left_out_counts_day').on(t.day, t.pageId, t.reason),
  ],
);
