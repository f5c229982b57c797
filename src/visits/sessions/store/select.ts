import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { idleTime, wantedStatus } from '../../../analytics/lifetime.ts';
import type { Filters, State } from '../../../analytics/question.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import type { Param, ParamsOf } from '../../../db/statement.ts';
import { type CursorBinding, damagedCursor, encodeCursor } from '../../../lib/cursor.ts';
import { each } from '../../../lib/each.ts';
import type { DateRange } from '../../../lib/range.ts';
import { type Dimension, dimensions } from '../../../vocabulary/dimensions.ts';
import type { AudienceSessionList } from '../schemas.ts';
import { toSession } from './internal.ts';

// What the lists of sessions share: their order, their ranges and filters, and the places in them.

const table = audienceSessions;
const { sessionStartedAt, analyticsSessionId } = table;

/** The place of a session in a list. */
export interface Place {
  startedAt: number;
  id: string;
}

/** The place of a session in a list, from the key in a cursor. Throws `invalid_cursor`. */
export function placeIn(key: string): Place {
  const [, startedAt, id] = /^(\d{1,15})\.(.+)$/s.exec(key) ?? [];
  if (startedAt === undefined || id === undefined) throw damagedCursor();
  return { startedAt: Number(startedAt), id };
}

/** The key of a place in a cursor. */
export const keyOf = (last: { sessionStartedAt: number; analyticsSessionId: string }) =>
  `${last.sessionStartedAt}.${last.analyticsSessionId}`;

/** The place before all sessions that begin at a time, or later. No id has a control character. */
const placeBefore = (at: number) => ({ sessionStartedAt: at, analyticsSessionId: '\u0001' });

export interface RangeParams {
  audienceId: Param<string> | undefined;
  start: Param<number>;
  end: Param<number>;
  /** The session after which the page begins. */
  after: ParamsOf<Place> | undefined;
}

export const isInRange = ({ audienceId, start, end, after }: RangeParams): SQL | undefined =>
  and(
    audienceId && eq(table.audienceId, audienceId),
    gte(sessionStartedAt, start),
    // With a cursor, the unary plus makes SQLite start in the index at the cursor, not at the end of the range.
    after ? sql`+${sessionStartedAt} < ${end}` : lt(sessionStartedAt, end),
    after && sql`(${sessionStartedAt}, ${analyticsSessionId}) < (${after.startedAt}, ${after.id})`,
  );
export const newestFirst = [desc(sessionStartedAt), desc(analyticsSessionId)];

/** Which sessions a list shows, besides a range and an audience. */
export interface SessionFilters {
  filters: Filters;
  state: State;
}

/** The sessions that a list or a file has. */
export interface SessionQuestion extends DateRange, SessionFilters {
  audienceId?: string | undefined;
  personId?: string | undefined;
}

export interface FilterParams {
  /** JSON arrays of filters; null for a dimension that is not filtered. */
  filters: ParamsOf<Record<Dimension, string | null>>;
  /** 1 if a visit must have one of the values, 0 if it must have none of them. */
  has: ParamsOf<Record<Dimension, number>>;
  state: ParamsOf<State & ReturnType<typeof wantedStatus>>;
  now: Param<number>;
}

/** The parameters of filters. */
export const filterValues = ({ filters, state }: SessionFilters) => ({
  filters: each(dimensions, (name) => {
    const wanted = filters[name];
    return wanted === undefined ? null : JSON.stringify('not' in wanted ? wanted.not : wanted);
  }),
  has: each(dimensions, (name) => Number(!('not' in (filters[name] ?? [])))),
  state: { ...state, ...wantedStatus(state.status) },
});

/** Filters that all sessions pass. */
export const noFilters: SessionFilters = {
  filters: {},
  state: { status: null, hasConversion: null, hasFormSubmit: null },
};

// `statusOf` in SQL: the status of a session at a time.
const statusAt = (now: SQL): SQL => {
  const isPending = sql`(${table.computationStatus} = 'pending' and ${sessionStartedAt} + ${table.activeMs} + ${idleTime} > ${now})`;
  return sql`case when ${isPending} then 'pending' when ${table.failure} is null then 'completed' else 'failed' end`;
};

/** The condition that a session passes the filters. All have one SQL text, because they have many combinations. */
export function passes({ filters, has, state, now }: FilterParams): SQL | undefined {
  const { status, ahead, hasConversion, hasFormSubmit } = state;
  return and(
    ...dimensions.map(
      (name) => sql`(${filters[name]} is null
        or exists (select 1 from json_each(${filters[name]}) as wanted where wanted.value is ${table[name]})
          = ${has[name]})`,
    ),
    sql`(${status} is null or ${statusAt(sql`${now} + ${ahead}`)} = ${status})`,
    sql`(${hasConversion} is null or ${table.hasConversion} = ${hasConversion})`,
    sql`(${hasFormSubmit} is null or (${table.formState} > 0) = ${hasFormSubmit})`,
  );
}

type Row = Parameters<typeof toSession>[0];

interface Page {
  limit: number;
  binding: CursorBinding;
  now: number;
  total: number;
  /** If others begin before it, when the oldest session began that was looked for. */
  oldest?: number | undefined;
}

/** A page of a list of sessions, from rows that were selected with one more than it has. */
export function pageOf(rows: Row[], { limit, binding, now, total, oldest }: Page): AudienceSessionList {
  const items = rows.slice(0, limit);
  const place = oldest === undefined ? undefined : placeBefore(oldest);
  const last = rows.length > limit ? items.at(-1) : place;
  return {
    items: items.map((row) => toSession(row, now)),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, keyOf(last)) : null,
    totalCount: total,
  };
}
