import { type SQL, sql } from 'drizzle-orm';
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Whose latest visit is stored, with what their buckets begin. */
export const visitorPrefixes = { persons: 'p', accounts: 'a' } as const;
export type Visitors = keyof typeof visitorPrefixes;

/** The persons or accounts of a block, by `seq`. */
export const visitorsPerBlock = 512;

/** Into how many objects a row divides them: SQLite looks through all keys of an object. */
const buckets = 32;

/**
 * The starts of latest visits of persons and accounts, many in a row: a visit writes one row for all that it names. The
 * latest are in one row. A trigger moves the older half of it to blocks: schema/derived/latest-visits.sql.ts.
 */
export const latestVisits = sqliteTable(
  'latest_visits',
  {
    kind: text().$type<'recent' | Visitors>().notNull(),
    /** `seq` divided by `visitorsPerBlock`; 0 of the recent ones. */
    block: integer().notNull(),
    /** Times by bucket and `seq`, such as `{"p2":{"34":1763990421318}}`, as JSONB: to look up one parses nothing. */
    visits: blob().notNull(),
    /** Of the row of the recent ones: no block has a later time. */
    blocksUntil: integer('blocks_until').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.block] })],
);

/** SQL of the name of the bucket of a `seq`. */
export const bucketOf = (kind: Visitors, seq: string): string =>
  `'${visitorPrefixes[kind]}' || (${seq} % ${buckets})`;

/** SQL of the path of a `seq` in a row. */
export const pathOf = (kind: Visitors, seq: string): string =>
  `('$.' || ${bucketOf(kind, seq)} || '.' || ${seq})`;

/** SQL of the latest visit of the person or the account with a `seq`, up to an hour too old; 0 for none. */
export const latestVisitOf = (kind: Visitors, seq: string): string =>
  // SQLite reads the recent ones once for all rows of a statement.
  `coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ${pathOf(kind, seq)},
    (SELECT visits ->> ${pathOf(kind, seq)} FROM latest_visits
      WHERE kind = '${kind}' AND block = ${seq} / ${visitorsPerBlock}), 0)`;

/** The latest visit as a column of a SELECT from persons or accounts. */
export const latestVisitAt = (kind: Visitors): SQL<number> =>
  sql<number>`${sql.raw(latestVisitOf(kind, `${kind}.seq`))}`;
