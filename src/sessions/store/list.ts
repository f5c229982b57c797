import { and, eq, sql } from 'drizzle-orm';
import type { Filters } from '../../analytics/filters.ts';
import { type DateRange, rangeOf } from '../../analytics/spans.ts';
import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import { type CursorBinding, encodeCursor, type Listing } from '../../lib/cursor.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { AudienceSessionList } from '../schemas.ts';
import { sessionColumns, toSession } from './internal.ts';
import { selectOfPerson } from './list-of-person.ts';
import {
  boundFilters,
  decodePlace,
  type FilterParams,
  isInRange,
  keyOf,
  newestFirst,
  passes,
  type RangeParams,
  type SessionState,
} from './select.ts';

const table = audienceSessions;
const { sessionStartedAt, analyticsSessionId } = table;

interface CountParams extends RangeParams, FilterParams {
  pageId: Param<string>;
  personId: Param<string> | undefined;
}

/** The most sessions that a page of a filtered list looks at. The next page goes on from there. */
const mostLookedAt = 2000;

interface PageParams extends RangeParams {
  pageId: Param<string>;
}

const selectSessions = statement(({ pageId, take, ...range }: PageParams & { take: Param<number> }) =>
  build
    .select(sessionColumns)
    .from(table)
    .where(and(eq(table.pageId, pageId), isInRange(range)))
    .orderBy(...newestFirst)
    .limit(take),
);

/** Selects the sessions that pass, among the first of the range. */
const selectFiltered = statement(
  ({ pageId, take, filters, now, ...range }: PageParams & FilterParams & { take: Param<number> }) => {
    const first = sql`(select * from ${table} where ${and(eq(table.pageId, pageId), isInRange(range))}
      order by ${sql.join(newestFirst, sql`, `)} limit ${mostLookedAt})`;
    return build
      .select(sessionColumns)
      .from(sql`${first} as ${table}`)
      .where(passes({ filters, now }))
      .orderBy(...newestFirst)
      .limit(take);
  },
);

const countSessions = statement(({ pageId, personId, filters, now, ...range }: CountParams) =>
  build
    .select({ total: sql<number>`count(*)` })
    .from(table)
    .where(
      and(
        eq(table.pageId, pageId),
        isInRange(range),
        personId && eq(table.personId, personId),
        passes({ filters, now }),
      ),
    ),
);

/** The range of no session. With a cursor, SQLite would look for one from the cursor on. */
const nothing = { start: 0, end: 0, after: undefined };

/** The last session that `selectFiltered` looks at, if there may be others after it. */
const selectLastLookedAt = statement(({ pageId, ...range }: PageParams) =>
  build
    .select({ sessionStartedAt, analyticsSessionId })
    .from(table)
    .where(and(eq(table.pageId, pageId), isInRange(range)))
    .orderBy(...newestFirst)
    .limit(1)
    .offset(mostLookedAt - 1),
);

export interface SessionListing extends DateRange, Listing {
  audienceId?: string | undefined;
  personId?: string | undefined;
  filters: Filters;
  state: SessionState;
}

/**
 * Sessions of a page, latest start first. With filters, a page may have fewer items than asked for although more
 * follow, because it looks at 2,000 sessions at most. Throws `page_not_found`, `audience_not_found`.
 */
export async function listSessions(
  db: Database,
  pageId: string,
  { startDate, endDate, audienceId, limit, cursor, personId, ...which }: SessionListing,
): Promise<AudienceSessionList> {
  const filters = boundFilters(which.filters, which.state);
  const isFiltered = Object.values(filters).some((value) => value !== null) || personId !== undefined;
  const binding: CursorBinding = [
    ...(['audience_sessions', pageId, audienceId, startDate, endDate] as const),
    ...(isFiltered ? [personId, JSON.stringify(filters)] : []),
  ];
  const after = cursor === undefined ? undefined : decodePlace(binding, cursor);
  const range = rangeOf({ startDate, endDate });
  const scan = { pageId, audienceId, ...range, after };
  const now = Date.now();
  const selectPageOf = () => {
    const filtered = { ...scan, filters, now, take: limit + 1 };
    if (personId !== undefined) return selectOfPerson({ ...filtered, personId });
    return isFiltered ? selectFiltered(filtered) : selectSessions({ ...scan, take: limit + 1 });
  };
  const [[page], [audience], rows, [lookedAt], [counted]] = await db.batch([
    selectPage({ pageId }),
    selectAudienceExists({ pageId, audienceId: audienceId ?? '' }),
    selectPageOf(),
    selectLastLookedAt(isFiltered && personId === undefined ? scan : { ...scan, ...nothing }),
    countSessions({ ...scan, after: undefined, personId, filters, now }),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);

  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : lookedAt;
  return {
    items: items.map((row) => toSession(row, now)),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, keyOf(last)) : null,
    totalCount: counted?.total ?? 0,
  };
}
