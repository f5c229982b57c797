import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Ids of visitors, in lists of which blocks have numbers. A list has parts and grows at its end. When it is long, another
 * generation begins.
 */
export const visitorIds = sqliteTable(
  'visitor_ids',
  {
    generation: integer().notNull(),
    kind: text({ enum: ['account', 'person'] }).notNull(),
    part: integer().notNull(),
    /** TypeIDs by their bytes (analytics/type-ids.ts); zeros for one that no block has any more. */
    ids: text().notNull(),
    /** By id, how many blocks have its number (analytics/columns.ts). */
    counts: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.generation, t.kind, t.part] })],
);

/**
 * The recipients of the sessions of blocks of the workspace, as numbers in lists: 0 for none. An answer that reads many
 * blocks reads these in place of their ids. With a rowid, as `sessionBlocks`: SQLite reads whole rows of other tables to compare keys.
 */
export const visitorNumbers = sqliteTable(
  'visitor_numbers',
  {
    /** Which block. */
    firstAt: integer('first_at').notNull(),
    part: integer().notNull(),
    /** How many sessions it had. */
    count: integer().notNull(),
    generation: integer().notNull(),
    /** 1 if the block has been written or deleted since: the numbers are not read, and given back. */
    isStale: integer('is_stale').notNull(),
    recipientAccountId: text('recipient_account_id').notNull(),
    recipientPersonId: text('recipient_person_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.firstAt, t.part] }),
    index('visitor_numbers_generation').on(t.generation, t.firstAt),
    index('visitor_numbers_stale').on(t.generation).where(sql`is_stale = 1`),
  ],
);
