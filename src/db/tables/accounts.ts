import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Companies, one per domain. Triggers set `linkedPersonsCount` and `latestActivityAt`. */
export const accounts = sqliteTable(
  'accounts',
  {
    accountId: text('account_id').primaryKey(),
    domain: text().notNull().unique('accounts_domain'),
    name: text().notNull(),
    linkedPersonsCount: integer('linked_persons_count').notNull(),
    /** Counts the writes of this row by requests, for its ETag. */
    revision: integer().notNull().default(0),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    latestActivityAt: integer('latest_activity_at').notNull(),
  },
  (t) => [index('accounts_empty').on(t.accountId).where(sql`linked_persons_count = 0`)],
);
