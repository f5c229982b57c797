import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { audienceOrThrow } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { oneRow } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { audienceSessions, pageSessionCounts, sessionRollups } from '../../db/tables/sessions.ts';
import { type CursorBinding, decodeCursor, type List, type Listing, listFrom } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { AudienceSession } from '../schemas.ts';
import { type DateRange, decompose, type Range, rangeOf } from '../spans.ts';
import { sessionColumns, toSession } from './internal.ts';

const { sessionStartedAt, analyticsSessionId } = audienceSessions;

const selectAudienceExists = statement(
  ({ pageId, audienceId }: { pageId: Param<string>; audienceId: Param<string> }) =>
    build
      .select({ audienceId: audiences.audienceId })
      .from(audiences)
      .where(and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId))),
);

interface PlaceParams {
  startedAt: Param<number>;
  id: Param<string>;
}

interface ListParams {
  pageId: Param<string>;
  audienceId: Param<string> | undefined;
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
  /** The session after which the page begins. */
  after: PlaceParams | undefined;
  take: Param<number>;
}

const selectSessions = statement(({ pageId, audienceId, start, end, after, take }: ListParams) =>
  build
    .select(sessionColumns)
    .from(audienceSessions)
    .where(
      and(
        eq(audienceSessions.pageId, pageId),
        audienceId && eq(audienceSessions.audienceId, audienceId),
        gte(sessionStartedAt, start),
        // With a cursor, the unary plus makes SQLite start in the index at the cursor, not at the end of the range.
        after ? sql`+${sessionStartedAt} < ${end}` : lt(sessionStartedAt, end),
        after && sql`(${sessionStartedAt}, ${analyticsSessionId}) < (${after.startedAt}, ${after.id})`,
      ),
    )
    .orderBy(desc(sessionStartedAt), desc(analyticsSessionId))
    .limit(take),
);

interface CountParams {
  pageId: Param<string>;
  audienceId: Param<string> | undefined;
  /** The spans of `decompose`, as JSON text. */
  spans: Param<string>;
  edges: Param<string>;
}

/** The number of sessions in a range that still have a row, of the page or of one audience. */
const countSessions = statement(({ pageId, audienceId, spans, edges }: CountParams) => {
  const table = audienceId ? sessionRollups : pageSessionCounts;
  const isOfSpan = and(
    eq(table.pageId, pageId),
    audienceId && eq(sessionRollups.audienceId, audienceId),
    sql`${table.hours} = span.value ->> 0 and ${table.start} >= span.value ->> 1 and ${table.start} < span.value ->> 2`,
  );
  const isOfEdge = and(
    eq(audienceSessions.pageId, pageId),
    audienceId && eq(audienceSessions.audienceId, audienceId),
    sql`${sessionStartedAt} >= edge.value ->> 0 and ${sessionStartedAt} < edge.value ->> 1`,
  );
  // CROSS JOIN keeps SQLite from changing this order: each span, then its rollups from the index.
  const total = sql<number>`(select coalesce(sum(${table.kept}), 0)
      from json_each(${spans}) as span cross join ${table} where ${isOfSpan})
    + (select count(*)
      from json_each(${edges}) as edge cross join ${audienceSessions} where ${isOfEdge})`;
  return build.select({ total }).from(oneRow);
});

/** The values to bind for the spans and edges of a range. */
function partsOf(range: Range) {
  const { spans, edges } = decompose(range);
  return { spans: JSON.stringify(spans), edges: JSON.stringify(edges) };
}

/** The place of a session in the list, from a cursor. Throws `invalid_cursor`. */
function decodePlace(binding: CursorBinding, cursor: string): { startedAt: number; id: string } {
  const [, startedAt, id] = /^(\d{1,15})\.(.+)$/s.exec(decodeCursor(binding, cursor)) ?? [];
  if (startedAt === undefined || id === undefined)
    throw new FootfallError('invalid_cursor', 'The cursor is damaged.');
  return { startedAt: Number(startedAt), id };
}

export interface SessionListing extends DateRange, Listing {
  audienceId?: string | undefined;
}

/** Sessions of a page, latest start first. Throws `page_not_found`, `audience_not_found`. */
export async function listSessions(
  db: Database,
  pageId: string,
  { startDate, endDate, audienceId, ...listing }: SessionListing,
): Promise<List<AudienceSession>> {
  const { limit, cursor } = listing;
  const binding: CursorBinding = ['audience_sessions', pageId, audienceId, startDate, endDate];
  const after = cursor === undefined ? undefined : decodePlace(binding, cursor);
  const range = rangeOf({ startDate, endDate });
  const [[page], rows, [count], audience] = await db.batch([
    selectPage({ pageId }),
    selectSessions({ pageId, audienceId, ...range, after, take: limit + 1 }),
    countSessions({ pageId, audienceId, ...partsOf(range) }),
    ...(audienceId === undefined ? [] : [selectAudienceExists({ pageId, audienceId })]),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience?.[0]);
  return listFrom(
    binding,
    listing,
    rows,
    count?.total ?? 0,
    (last) => `${last.sessionStartedAt}.${last.analyticsSessionId}`,
    toSession,
  );
}
