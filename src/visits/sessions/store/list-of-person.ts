import { and, eq, sql } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type Listing, pageAsked } from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import { personOrThrow, selectPerson } from '../../../people/persons/store/internal.ts';
import type { PersonSessionList } from '../schemas.ts';
import { sessionColumns, toSession } from './internal.ts';
import {
  type FilterParams,
  filterValues,
  isInRange,
  keyOf,
  newestFirst,
  noFilters,
  passes,
  placeIn,
  type RangeParams,
} from './select.ts';

const table = audienceSessions;

interface PersonParams extends RangeParams, FilterParams {
  personId: Param<string>;
  pageId: Param<string> | undefined;
  take: Param<number>;
}

const isOfPerson = ({ personId, pageId, filters, has, state, now, ...range }: Omit<PersonParams, 'take'>) =>
  and(
    eq(table.personId, personId),
    // The unary plus makes SQLite take the index of the person.
    pageId && sql`+${table.pageId} = ${pageId}`,
    isInRange(range),
    passes({ filters, has, state, now }),
  );

/** Selects the sessions of a person, of which there are as many as the person has submitted forms. */
export const selectOfPerson = statement(({ take, ...of }: PersonParams) =>
  build
    .select(sessionColumns)
    .from(table)
    .where(isOfPerson(of))
    .orderBy(...newestFirst)
    .limit(take),
);

/** Counts the sessions of a person that pass filters. */
export const countFilteredOfPerson = statement((of: Omit<PersonParams, 'take'>) =>
  build.select({ total: sql<number>`count(*)` }).from(table).where(isOfPerson(of)),
);

const countOfPerson = statement(({ personId }: { personId: Param<string> }) =>
  countRows(sql`${table} where ${eq(table.personId, personId)}`),
);

/** Sessions whose form a person submitted, latest start first; counted to 1,000. Throws `person_not_found`. */
export async function listPersonSessions(
  db: Database,
  personId: string,
  listing: Listing,
): Promise<PersonSessionList> {
  const asked = pageAsked(['person_audience_sessions', personId], listing, placeIn);
  const now = Date.now();
  const range = { ...rangeOf({}), ...asked.place, audienceId: undefined };
  const [[person], rows, [count]] = await db.batch([
    selectPerson({ personId }),
    selectOfPerson({ personId, pageId: undefined, ...range, ...filterValues(noFilters), now }),
    countOfPerson({ personId }),
  ]);
  personOrThrow(person);
  return asked.counted(rows, count, keyOf, (row) => toSession(row, now));
}
