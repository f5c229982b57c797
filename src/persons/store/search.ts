import { and, desc, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { selectCounter } from '../../db/counters.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { persons } from '../../db/tables/persons.ts';
import {
  type CursorBinding,
  countedTo,
  countedTotal,
  decodeNumber,
  encodeCursor,
  type Listing,
} from '../../lib/cursor.ts';
import { matchQuery } from '../../lib/search-text.ts';
import type { PersonList } from '../schemas.ts';
import { personColumns, toPerson } from './internal.ts';

interface PageParams {
  after: Param<number> | undefined;
  take: Param<number>;
}

const selectNewest = statement(({ after, take }: PageParams) =>
  build
    .select(personColumns)
    .from(persons)
    .where(after && lt(persons.seq, after))
    .orderBy(desc(persons.seq))
    .limit(take),
);

const matches = (words: Param<string>) => sql`person_search match ${words}`;

const selectMatches = statement(({ words, after, take }: PageParams & { words: Param<string> }) =>
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
  build
    .select({ value: sql<number>`count(*)` })
    .from(sql`(select 1 from person_search where ${matches(words)} limit ${countedTo + 1})`),
);

/**
 * Persons that contain every word of `query`, or all persons, newest first. A page reads its rows twice, in the index
 * and in the table. With a query it also reads up to 1,000 index entries for the total.
 */
export async function searchPersons(
  db: Database,
  { query, limit, cursor }: Listing & { query?: string | undefined },
): Promise<PersonList> {
  const words = matchQuery(query ?? '');
  const binding: CursorBinding = ['persons', words];
  const after = cursor === undefined ? undefined : decodeNumber(binding, cursor);
  const place = { after, take: limit + 1 };
  const [rows, [total]] = await db.batch(
    words === null
      ? [selectNewest(place), selectCounter({}, 'persons')]
      : [selectMatches({ words, ...place }), countMatches({ words })],
  );
  const page = rows.slice(0, limit);
  const value = total?.value ?? 0;
  return {
    items: page.map(toPerson),
    hasMore: rows.length > limit,
    nextCursor: encodeCursor(binding, page.at(-1)?.seq ?? after ?? 0),
    totalCount: words === null ? value : countedTotal(value),
  };
}
