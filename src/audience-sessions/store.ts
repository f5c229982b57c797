import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { audienceOrThrow } from '../audiences/store.ts';
import type { Database } from '../db/client.ts';
import { audiences } from '../db/schema/audiences.ts';
import { audienceSessions, pageSessionCounts, sessionRollups } from '../db/schema/sessions.ts';
import { oneRow } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { toTimestamp } from '../lib/time.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import { derivedId, importedId, shownId } from './ids.ts';
import type { AudienceSession } from './schemas.ts';
import { type DateRange, decompose, type Range, rangeOf } from './spans.ts';

type Row = typeof audienceSessions.$inferSelect;

const idPrefix = derivedId('');

/** The id of a session as one of an audience; null for a visit to none. */
const audienceSessionIdOf = ({ audienceSessionId, audienceId, analyticsSessionId }: Row) =>
  audienceSessionId ?? (audienceId === null ? null : derivedId(shownId(analyticsSessionId)));

const toSession = (row: Row): AudienceSession => ({
  analyticsSessionId: shownId(row.analyticsSessionId),
  audienceSessionId: audienceSessionIdOf(row),
  audienceId: row.audienceId,
  pageId: row.pageId,
  pageTitle: row.pageTitle,
  pageUrl: row.pageUrl,
  computationStatus: row.computationStatus,
  formSubmissionId: row.formSubmissionId,
  formSubmissionEmail: row.formSubmissionEmail,
  formSubmissionPhone: row.formSubmissionPhone,
  formSubmissionIdentifier: row.formSubmissionIdentifier,
  formSubmissionIdentifierType: row.formSubmissionIdentifierType,
  hasConversion: row.hasConversion,
  hasFormSubmit: row.formState > 0,
  isBounce: row.isBounce ?? false,
  maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
  questionsAskedCount: row.questionsAskedCount,
  totalClicksCount: row.totalClicksCount,
  timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
  sessionStartedAt: toTimestamp(row.sessionStartedAt),
  sessionEndedAt: row.closeAt === null ? toTimestamp(row.sessionStartedAt + row.activeMs) : null,
  utmCampaign: row.utmCampaign,
  utmContent: row.utmContent,
  utmMedium: row.utmMedium,
  utmSource: row.utmSource,
  utmTerm: row.utmTerm,
  personId: row.personId,
  computationError: row.failure,
});

/** The session with this id, its own or its audience's. Throws `page_not_found`, `audience_session_not_found`. */
export async function getSessionOrThrow(db: Database, pageId: string, id: string): Promise<AudienceSession> {
  const isOfPage = eq(audienceSessions.pageId, pageId);
  const unprefixed = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id;
  // An imported session comes first: the id of a visit is a claim by anyone.
  const storedIds = [...new Set([importedId(id), importedId(unprefixed), id, unprefixed])];
  const by = (column: SQLiteColumn, value: string) =>
    db
      .select()
      .from(audienceSessions)
      .where(and(eq(column, value), isOfPage));
  const [[page], ...found] = await db.batch([
    selectPage(db, pageId),
    // One by one: D1 counts each row of a list behind IN as read.
    ...storedIds.map((storedId) => by(audienceSessions.analyticsSessionId, storedId)),
    by(audienceSessions.audienceSessionId, id),
  ]);
  pageOrThrow(page);
  const row = found
    .flat()
    .find((one) => shownId(one.analyticsSessionId) === id || audienceSessionIdOf(one) === id);
  if (!row) throw new FootfallError('audience_session_not_found', 'The page has no session with this id.');
  return toSession(row);
}

/** The number of sessions in a range that are kept, of the page or of one audience, as a SQL expression. */
function countOf(pageId: string, audienceId: string | undefined, range: Range): SQL<number> {
  const { spans, edges } = decompose(range);
  const table = audienceId === undefined ? pageSessionCounts : sessionRollups;
  const isOfSpan = and(
    eq(table.pageId, pageId),
    audienceId === undefined ? undefined : eq(sessionRollups.audienceId, audienceId),
    sql`${table.hours} = span.value ->> 0 and ${table.start} >= span.value ->> 1 and ${table.start} < span.value ->> 2`,
  );
  const { sessionStartedAt } = audienceSessions;
  const isOfEdge = and(
    eq(audienceSessions.pageId, pageId),
    audienceId === undefined ? undefined : eq(audienceSessions.audienceId, audienceId),
    sql`${sessionStartedAt} >= edge.value ->> 0 and ${sessionStartedAt} < edge.value ->> 1`,
  );
  // CROSS JOIN holds SQLite to this order: each span, then its rollups from the index.
  return sql`(select coalesce(sum(${table.kept}), 0)
      from json_each(${JSON.stringify(spans)}) as span cross join ${table} where ${isOfSpan})
    + (select count(*)
      from json_each(${JSON.stringify(edges)}) as edge cross join ${audienceSessions} where ${isOfEdge})`;
}

/** The place of a session in the list, in a cursor. Throws `invalid_cursor`. */
function decodePlace(scope: ListScope, cursor: string): { startedAt: number; id: string } {
  const [, startedAt, id] = /^(\d{1,15})\.(.+)$/s.exec(decodeCursor(scope, cursor)) ?? [];
  if (startedAt === undefined || id === undefined)
    throw new FootfallError('invalid_cursor', 'The cursor is damaged.');
  return { startedAt: Number(startedAt), id };
}

export interface SessionListing extends DateRange {
  audienceId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Sessions of a page, the one that started last first. Throws `page_not_found`, `audience_not_found`. */
export async function listSessions(
  db: Database,
  pageId: string,
  { startDate, endDate, audienceId, limit, cursor }: SessionListing,
): Promise<Page<AudienceSession>> {
  const scope: ListScope = ['audience_sessions', pageId, audienceId, startDate, endDate];
  const after = cursor === undefined ? undefined : decodePlace(scope, cursor);
  const range = rangeOf({ startDate, endDate });
  const { sessionStartedAt, analyticsSessionId } = audienceSessions;
  const isOf = eq(audiences.audienceId, audienceId ?? '');
  const [[page], [audience], rows, [total]] = await db.batch([
    selectPage(db, pageId),
    db
      .select({ audienceId: audiences.audienceId })
      .from(audiences)
      .where(and(eq(audiences.pageId, pageId), isOf)),
    db
      .select()
      .from(audienceSessions)
      .where(
        and(
          eq(audienceSessions.pageId, pageId),
          audienceId === undefined ? undefined : eq(audienceSessions.audienceId, audienceId),
          gte(sessionStartedAt, range.start),
          // Behind a cursor the unary plus leaves the index to the cursor; else SQLite starts at the range's end.
          after ? sql`+${sessionStartedAt} < ${range.end}` : lt(sessionStartedAt, range.end),
          after && sql`(${sessionStartedAt}, ${analyticsSessionId}) < (${after.startedAt}, ${after.id})`,
        ),
      )
      .orderBy(desc(sessionStartedAt), desc(analyticsSessionId))
      .limit(limit + 1),
    db.select({ total: countOf(pageId, audienceId, range).as('total') }).from(oneRow),
  ]);
  pageOrThrow(page);
  if (audienceId !== undefined) audienceOrThrow(audience);
  // The cursor needs the row's own times, which the answer spells otherwise.
  const last = rows[limit - 1];
  return toPage(rows.map(toSession), limit, total?.total ?? 0, () =>
    encodeCursor(scope, `${last?.sessionStartedAt}.${last?.analyticsSessionId}`),
  );
}
