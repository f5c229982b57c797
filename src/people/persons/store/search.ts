import { and, desc, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import {
  type CursorBinding,
  countedTotal,
  encodeCursor,
  type Listing,
  numberedPlace,
  numberIn,
  pageAsked,
} from '../../../lib/cursor.ts';
import { matchQuery } from '../../../lib/search-text.ts';
import { pageByVisit } from '../../accounts/store/by-visit.ts';
import { persons } from '../../tables/persons.ts';
import type { PersonList, PersonSort } from '../schemas.ts';
import { personColumns, toPerson } from './internal.ts';

const selectNewest = statement(({ after, take }: ListParams<number>) =>
  build
    .select(personColumns)
    .from(persons)
    .where(after && lt(persons.seq, after))
    .orderBy(desc(persons.seq))
    .limit(take),
);

const selectOf = statement(({ seqs }: { seqs: Param<string> }) =>
  build
    .select({ ...personColumns, latestVisitAt: sql<number>`0` })
    .from(persons)
    .where(sql`${persons.seq} in (select value from json_each(${seqs}))`),
);

const matches = (words: Param<string>) => sql`person_search match ${words}`;

const selectMatches = statement(({ words, after, take }: ListParams<number> & { words: Param<string> }) =>
  build
    .select(personColumns)
    .from(sql`person_search`)
    // CROSS JOIN keeps SQLite from changing this order: read the index newest first, then look up each match.
    .crossJoin(persons)
    .where(
      and(
        matches(words),
        // D1 binds numbers as REAL, and FTS5 seeks only to an INTEGER rowid. Without the cast it reads all rows
        // before it.
        after && sql`person_search.rowid < cast(${after} as integer)`,
        sql`person_search.rowid = ${persons.seq}`,
      ),
    )
    .orderBy(sql`person_search.rowid desc`)
    .limit(take),
);

const countMatches = statement(({ words }: { words: Param<string> }) =>
  countRows(sql`person_search where ${matches(words)}`),
);

const countAll = statement((_: object) =>
  build
    .select({ value: sql<number>`${persons.seq} - ${persons.gone}` })
    .from(persons)
    .orderBy(desc(persons.seq))
    .limit(1),
);

/** The persons of a page, and the key of the next one: the last person's, or this page's if it is empty. */
const listOf = (
  binding: CursorBinding,
  { limit }: Listing,
  rows: Parameters<typeof toPerson>[0][],
  keyAfter: string | number,
  totalCount: number | null,
): PersonList => {
  const items = rows.slice(0, limit).map(toPerson);
  return { items, hasMore: rows.length > limit, nextCursor: encodeCursor(binding, keyAfter), totalCount };
};

/** Persons by their latest visit, in descending order, then the newest first. */
async function listVisited(db: Database, listing: Listing): Promise<PersonList> {
  const binding: CursorBinding = ['persons', null, 'latestVisitAt'];
  const { after, take } = pageAsked(binding, listing).place;
  const place = numberedPlace(after);
  const select = (seqs: string) => selectOf({ seqs });
  const [rows, [total]] = await pageByVisit(db, 'persons', { place, take }, select, countAll({}));
  const last = rows.slice(0, listing.limit).at(-1);
  const keyAfter = last ? `${last.latestVisitAt}.${last.personId}` : (after ?? '0.-');
  return listOf(binding, listing, rows, keyAfter, total?.value ?? 0);
}

/**
 * Persons that contain every word of `query`, or all persons, newest first or in descending order of `sort`. A page reads
 * its rows twice, in the index and in the table. With a query it also reads up to 1,000 index entries for the total.
 */
export async function searchPersons(
  db: Database,
  { query, sort, ...listing }: Listing & { query?: string | undefined; sort: PersonSort },
): Promise<PersonList> {
  if (sort === 'latestVisitAt') return listVisited(db, listing);
  const words = matchQuery(query ?? '');
  const binding: CursorBinding = ['persons', words];
  const { place } = pageAsked(binding, listing, numberIn);
  const [rows, [total]] = await db.batch(
    words === null
      ? [selectNewest(place), countAll({})]
      : [selectMatches({ words, ...place }), countMatches({ words })],
  );
  const keyAfter = rows.slice(0, listing.limit).at(-1)?.seq ?? place.after ?? 0;
  const value = total?.value ?? 0;
  return listOf(binding, listing, rows, keyAfter, words === null ? value : countedTotal(value));
}
