import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Companies, one per domain. `linkedPersonsCount` and `latestActivityAt` are moved by triggers. */
export const accounts = sqliteTable(
  'accounts',
  {
    accountId: text('account_id').primaryKey(),
    domain: text().notNull().unique('accounts_domain'),
    name: text().notNull(),
    linkedPersonsCount: integer('linked_persons_count').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    latestActivityAt: integer('latest_activity_at').notNull(),
  },
  (t) => [index('accounts_empty').on(t.accountId).where(sql`linked_persons_count = 0`)],
);
