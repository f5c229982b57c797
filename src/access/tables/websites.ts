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

/** How many visits of the last days cannot count, by what they said: see visits/middleware/refused-visits.ts. */
const refusedBy = (name: string, said: string) =>
  sqliteTable(
    name,
    {
      /** The UTC day, in days since 1970. */
      day: integer().notNull(),
      said: text(said).notNull(),
      requestsCount: integer('requests_count').notNull(),
      lastRefusedAt: integer('last_refused_at').notNull(),
      /** The ids of the last writes of this row: see db/conditional-write.ts. */
      writeIds: text('write_id').notNull(),
    },
    (t) => [primaryKey({ columns: [t.day, t.said] })],
  );

/** Visits that were refused for their origin. */
export const refusedOrigins = refusedBy('refused_origins', 'origin');
/** Visits of pages that did not exist. */
export const unknownPages = refusedBy('unknown_pages', 'page_id');
/** Paths that a public key asked for and nobody has (`missed`), and refusals to go on with it (`slowed`). No path is kept. */
export const missedPaths = refusedBy('missed_paths', 'outcome');
