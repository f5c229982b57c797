import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

const live = sql`deleted_at is null`;

/** Websites whose browsers may send visits. */
export const websites = sqliteTable(
  'websites',
  {
    websiteId: text('website_id').primaryKey(),
    /** As browsers send it: see lib/normalise.ts. */
    origin: text().notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [
    uniqueIndex('websites_origin').on(t.origin).where(live),
    index('websites_live').on(t.websiteId).where(live),
  ],
);

/** How many visits were refused in the last days, by origin: see middleware/refused-visits.ts. */
export const refusedOrigins = sqliteTable(
  'refused_origins',
  {
    /** The UTC day, in days since 1970. */
    day: integer().notNull(),
    origin: text().notNull(),
    requestsCount: integer('requests_count').notNull(),
    lastRefusedAt: integer('last_refused_at').notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.origin] })],
);
