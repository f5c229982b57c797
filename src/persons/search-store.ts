import { and, desc, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { persons } from '../db/schema/persons.ts';
import { decodeNumber, encodeCursor, type ListScope } from '../lib/page.ts';
import { matchQuery } from '../lib/search-text.ts';
import type { PersonList } from './schemas.ts';
import { personColumns, toPerson } from './store.ts';

/** Matches are counted to here; beyond, the total is null. */
const countedTo = 1000;

export interface PersonSearch {
  query?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const countMatches = (db: Database, match: SQL) => {
  const found = sql`(select 1 from person_search where ${match} limit ${countedTo + 1})`;
  return db.select({ value: sql<number>`count(*)`.as('value') }).from(found);
};

/**
 * Persons that every word of `query` occurs in, or all, newest first. A page reads its rows twice (index and
 * table) and, with a query, up to 1,000 index entries for the total.
 */
export async function searchPersons(
  db: Database,
  { query, limit, cursor }: PersonSearch,
): Promise<PersonList> {
  const words = matchQuery(query ?? '');
  const scope: ListScope = ['persons', words];
  const after = cursor === undefined ? undefined : decodeNumber(scope, cursor);
  const before = after === undefined ? undefined : lt(persons.seq, after);
  const match = sql`person_search match ${words}`;
  const found = sql`person_search.rowid = ${persons.seq}`;
  // D1 binds numbers as REAL, and FTS5 seeks to an INTEGER rowid only: without the cast it reads all before.
  const rowBefore = after === undefined ? undefined : sql`person_search.rowid < cast(${after} as integer)`;
  const page =
    words === null
      ? db
          .select(personColumns)
          .from(persons)
          .where(before)
          .orderBy(desc(persons.seq))
          .limit(limit + 1)
      : db
          .select(personColumns)
          .from(sql`person_search`)
          // CROSS JOIN holds SQLite to this order: stream the index newest first, look up what it finds.
          .crossJoin(persons)
          .where(and(match, rowBefore, found))
          .orderBy(sql`person_search.rowid desc`)
          .limit(limit + 1);
  const total = words === null ? counterOf(db, 'persons') : countMatches(db, match);
  const [rows, [count]] = await db.batch([page, total]);

  const items = rows.slice(0, limit);
  const last = items.at(-1)?.seq ?? after ?? 0;
  const value = count?.value ?? 0;
  return {
    items: items.map(toPerson),
    hasMore: rows.length > limit,
    nextCursor: encodeCursor(scope, last),
    totalCount: words !== null && value > countedTo ? null : value,
  };
}
