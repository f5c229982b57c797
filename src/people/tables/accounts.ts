import { type SQL, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { minuteMs } from '../../lib/durations.ts';

/** How old the order of accounts by latest activity may be, in milliseconds: see schema/derived/log-counts.sql. */
const activityStep = 10 * minuteMs;

const isEmpty = sql`linked_persons_count = 0`;

/** Companies, one per domain. Triggers set `linkedPersonsCount` and `latestActivityAt`, and the search index. */
export const accounts = sqliteTable(
  'accounts',
  {
    accountId: text('account_id').primaryKey(),
    /** Order of creation; also the rowid of the search index. A trigger sets it for a version without it. */
    seq: integer(),
    domain: text().notNull().unique('accounts_domain'),
    name: text().notNull(),
    /** A name that somebody gave, folded for search: see lib/search-text.ts. */
    searchName: text('search_name'),
    linkedPersonsCount: integer('linked_persons_count').notNull(),
    /** Counts the writes of this row by requests, for its ETag. */
    revision: integer().notNull().default(0),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Orders lists. Shown is this and `activityAhead`, which no index has. */
    latestActivityAt: integer('latest_activity_at').notNull(),
    /** How much later the latest activity is, in milliseconds: less than ten minutes. */
    activityAhead: integer('activity_ahead').notNull().default(0),
    /** From when on an activity moves `latestActivityAt`. */
    activityMovesAt: integer('activity_moves_at').generatedAlwaysAs(
      (): SQL => sql.raw(`latest_activity_at + ${activityStep}`),
      { mode: 'virtual' },
    ),
    /** The latest visit of an account without persons, for its order: that of all is in tables/latest-visits.ts. */
    latestVisitAt: integer('latest_visit_at').notNull().default(0),
  },
  (t) => [
    uniqueIndex('accounts_seq').on(t.seq),
    index('accounts_activity').on(t.latestActivityAt, t.accountId),
    index('accounts_persons').on(t.linkedPersonsCount, t.accountId),
    // The same orders for accounts without persons. The others have no entries in them, so they pay nothing.
    index('accounts_empty_activity').on(t.latestActivityAt, t.accountId).where(isEmpty),
    index('accounts_empty_visit').on(t.latestVisitAt, t.accountId).where(isEmpty),
  ],
);
