import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { audienceOrThrow, selectAudienceExists } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, type ParamsOf, statement } from '../../db/statement.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import { type CursorBinding, decodeCursor, encodeCursor, type Listing, listFrom } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { personOrThrow, selectPerson } from '../../persons/store/internal.ts';
import { type Dimension, dimensions } from '../dimensions.ts';
import { idleTime } from '../lifetime.ts';
import { unpacked } from '../measures.ts';
import type { AudienceSession, AudienceSessionList } from '../schemas.ts';
import { type DateRange, planOf, rangeOf } from '../spans.ts';
import { sessionColumns, toSession } from './internal.ts';
import { type SumsQuery, sumsOfRange, sumsStatements } from './sums.ts';

const table = audienceSessions;
const { sessionStartedAt, analyticsSessionId } = table;

/** The place of a session in a list. */
interface Place {
  startedAt: number;
  id: string;
}
interface PlaceParams {
  startedAt: Param<number>;
  id: Param<string>;
}

/** Which sessions a list shows, besides those of a range and an audience. Null shows all. */
export type SessionFilters = Record<Dimension, string | null> & {
  status: AudienceSession['computationStatus'] | null;
  /** 1 or 0. */
  hasConversion: number | null;
  hasFormSubmit: number | null;
};
const noFilters: SessionFilters = {
  ...(Object.fromEntries(dimensions.map((name) => [name, null])) as Record<Dimension, null>),
  status: null,
  hasConversion: null,
  hasFormSubmit: null,
};

/** The most sessions that a page of a filtered list looks at. The next page goes on from there. */
const mostLookedAt = 2000;

interface RangeParams {
  audienceId: Param<string> | undefined;
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
  /** The session after which the page begins. */
  after: PlaceParams | undefined;
}

const isInRange = ({ audienceId, start, end, after }: RangeParams): SQL | undefined =>
  and(
    audienceId && eq(table.audienceId, audienceId),
    gte(sessionStartedAt, start),
    // With a cursor, the unary plus makes SQLite start in the index at the cursor, not at the end of the range.
    after ? sql`+${sessionStartedAt} < ${end}` : lt(sessionStartedAt, end),
    after && sql`(${sessionStartedAt}, ${analyticsSessionId}) < (${after.startedAt}, ${after.id})`,
  );
const newestFirst = [desc(sessionStartedAt), desc(analyticsSessionId)];

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

interface FilterParams {
  filters: ParamsOf<SessionFilters>;
  /** Milliseconds since 1970. */
  now: Param<number>;
}

/** The status of a session at a time. */
const statusAt = (now: Param<number>) => sql`case
  when ${table.computationStatus} = 'pending' and ${sessionStartedAt} + ${table.activeMs} + ${idleTime} > ${now}
    then 'pending'
  when ${table.failure} is null then 'completed' else 'failed' end`;

/** The condition that a session passes the filters. All have one SQL text, because they have many combinations. */
function passes({ filters, now }: FilterParams): SQL | undefined {
  const { status, hasConversion, hasFormSubmit } = filters;
  return and(
    ...dimensions.map((name) => sql`(${filters[name]} is null or ${table[name]} = ${filters[name]})`),
    sql`(${status} is null or ${statusAt(now)} = ${status})`,
    sql`(${hasConversion} is null or ${table.hasConversion} = ${hasConversion})`,
    sql`(${hasFormSubmit} is null or (${table.formState} > 0) = ${hasFormSubmit})`,
  );
}

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

interface PersonParams extends RangeParams, FilterParams {
  personId: Param<string>;
  pageId: Param<string> | undefined;
  take: Param<number>;
}

/** Selects the sessions of a person, of which there are as many as the person has submitted forms. */
const selectOfPerson = statement(({ personId, pageId, take, filters, now, ...range }: PersonParams) =>
  build
    .select(sessionColumns)
    .from(table)
    .where(
      and(
        eq(table.personId, personId),
        // The unary plus makes SQLite take the index of the person.
        pageId && sql`+${table.pageId} = ${pageId}`,
        isInRange(range),
        passes({ filters, now }),
      ),
    )
    .orderBy(...newestFirst)
    .limit(take),
);

/** The place of a session in the list, from a cursor. Throws `invalid_cursor`. */
function decodePlace(binding: CursorBinding, cursor: string): Place {
  const [, startedAt, id] = /^(\d{1,15})\.(.+)$/s.exec(decodeCursor(binding, cursor)) ?? [];
  if (startedAt === undefined || id === undefined)
    throw new FootfallError('invalid_cursor', 'The cursor is damaged.');
  return { startedAt: Number(startedAt), id };
}

export interface SessionListing extends DateRange, Listing {
  audienceId?: string | undefined;
  personId?: string | undefined;
  filters: SessionFilters;
}

/**
 * Sessions of a page, latest start first. With filters, a page may have fewer items than asked for although more
 * follow, because it looks at 2,000 sessions at most. Throws `page_not_found`, `audience_not_found`,
 * `rollups_behind`.
 */
export async function listSessions(
  db: Database,
  pageId: string,
  { startDate, endDate, audienceId, limit, cursor, personId, filters }: SessionListing,
): Promise<AudienceSessionList> {
  const used = Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [name]));
  const isFiltered = used.length > 0 || personId !== undefined;
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
  // The rollups have the totals of one dimension, and none of two, or of what a visitor did.
  const dimension = dimensions.find((name) => name === used[0]);
  const isCounted = personId === undefined && used.length === (dimension === undefined ? 0 : 1);
  const query: SumsQuery = { pageId, audienceId, grouping: dimension ?? 'all' };
  const plan = planOf(isCounted ? [range.start, range.end] : [], { hasMonths: audienceId === undefined });

  const [[page], [audience], rows, [lookedAt], ...sums] = await db.batch([
    selectPage({ pageId }),
    selectAudienceExists({ pageId, audienceId: audienceId ?? '' }),
    selectPageOf(),
    selectLastLookedAt(isFiltered && personId === undefined ? scan : { ...scan, start: 0, end: 0 }),
    ...sumsStatements(query, plan),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  const total = sumsOfRange(sums, query, plan, now);
  const counted = dimension === undefined ? total.all : (total.byValue.get(filters[dimension] ?? '') ?? []);

  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : lookedAt;
  return {
    items: items.map((row) => toSession(row, now)),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, `${last.sessionStartedAt}.${last.analyticsSessionId}`) : null,
    totalCount: isCounted ? unpacked(counted).kept : null,
  };
}

/** Counts the sessions of a person up to a number. */
const countedTo = 1000;
const countOfPerson = statement(({ personId }: { personId: Param<string> }) =>
  build
    .select({ total: sql<number>`count(*)` })
    .from(sql`(select 1 from ${table} where ${eq(table.personId, personId)} limit ${countedTo + 1})`),
);

/**
 * Sessions of all pages whose form a person submitted, latest start first; counted to 1,000. Throws
 * `person_not_found`.
 */
export async function listPersonSessions(
  db: Database,
  personId: string,
  { limit, cursor }: Listing,
): Promise<AudienceSessionList> {
  const binding: CursorBinding = ['person_audience_sessions', personId];
  const after = cursor === undefined ? undefined : decodePlace(binding, cursor);
  const now = Date.now();
  const range = { ...rangeOf({}), audienceId: undefined, after };
  const [[person], rows, [count]] = await db.batch([
    selectPerson({ personId }),
    selectOfPerson({ personId, pageId: undefined, ...range, filters: noFilters, now, take: limit + 1 }),
    countOfPerson({ personId }),
  ]);
  personOrThrow(person);
  const total = count?.total ?? 0;
  return listFrom(
    binding,
    { limit },
    rows,
    total > countedTo ? null : total,
    (last) => `${last.sessionStartedAt}.${last.analyticsSessionId}`,
    (row) => toSession(row, now),
  );
}
