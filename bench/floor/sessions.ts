import { type Call, invalid, json, Problem } from './http.ts';
import { timestamp } from './ids.ts';
import { cursorOf, encodeCursor, limitOf, page } from './lists.ts';
import { decompose, rangeOf, valuesOf } from './ranges.ts';

interface SessionRow {
  analyticsSessionId: string;
  audienceSessionId: string | null;
  audienceId: string | null;
  pageId: string;
  pageTitle: string | null;
  pageUrl: string | null;
  computationStatus: string;
  formState: number;
  formSubmissionId: string | null;
  formSubmissionEmail: string | null;
  formSubmissionPhone: string | null;
  formSubmissionIdentifier: string | null;
  formSubmissionIdentifierType: string | null;
  hasConversion: number;
  isBounce: number | null;
  maxScrollDepth: number | null;
  questionsAskedCount: number;
  totalClicksCount: number;
  engagedMs: number | null;
  sessionStartedAt: number;
  activeMs: number;
  closeAt: number | null;
  utmCampaign: string | null;
  utmContent: string | null;
  utmMedium: string | null;
  utmSource: string | null;
  utmTerm: string | null;
  personId: string | null;
  failure: string | null;
}

const columns = `analytics_session_id as analyticsSessionId, audience_session_id as audienceSessionId,
  audience_id as audienceId, page_id as pageId, page_title as pageTitle, page_url as pageUrl,
  computation_status as computationStatus, form_state as formState, form_submission_id as formSubmissionId,
  form_submission_email as formSubmissionEmail, form_submission_phone as formSubmissionPhone,
  form_submission_identifier as formSubmissionIdentifier,
  form_submission_identifier_type as formSubmissionIdentifierType, has_conversion as hasConversion,
  is_bounce as isBounce, max_scroll_depth as maxScrollDepth, questions_asked_count as questionsAskedCount,
  total_clicks_count as totalClicksCount, engaged_ms as engagedMs, session_started_at as sessionStartedAt,
  active_ms as activeMs, close_at as closeAt, utm_campaign as utmCampaign, utm_content as utmContent,
  utm_medium as utmMedium, utm_source as utmSource, utm_term as utmTerm, person_id as personId, failure`;

const importMark = 'import\t';
/** The id in answers for a stored id. */
const shown = (id: string) => (id.startsWith(importMark) ? id.slice(importMark.length) : id);

function toSession(row: SessionRow) {
  const analyticsSessionId = shown(row.analyticsSessionId);
  const derivedId = row.audienceId === null ? null : `audience_session_${analyticsSessionId}`;
  return {
    analyticsSessionId,
    audienceSessionId: row.audienceSessionId ?? derivedId,
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
    hasConversion: row.hasConversion === 1,
    hasFormSubmit: row.formState > 0,
    isBounce: row.isBounce === 1,
    maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
    questionsAskedCount: row.questionsAskedCount,
    totalClicksCount: row.totalClicksCount,
    timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
    sessionStartedAt: timestamp(row.sessionStartedAt),
    sessionEndedAt: row.closeAt === null ? timestamp(row.sessionStartedAt + row.activeMs) : null,
    utmCampaign: row.utmCampaign,
    utmContent: row.utmContent,
    utmMedium: row.utmMedium,
    utmSource: row.utmSource,
    utmTerm: row.utmTerm,
    personId: row.personId,
    computationError: row.failure,
  };
}

// The plus makes SQLite start in the index at the cursor, which is ?4 and ?5. On the first page they are after all
// rows.
const listSql = (audience: string) => `select ${columns} from audience_sessions
  where page_id = ?1 ${audience} and session_started_at >= ?2 and +session_started_at < ?3
    and (session_started_at, analytics_session_id) < (?4, ?5)
  order by session_started_at desc, analytics_session_id desc limit ?6`;
const ofPage = listSql('');
const ofAudience = listSql('and audience_id = ?7');

/** Counts the sessions of a range, from rollups of whole hours and sessions of the parts of an hour at the ends. */
function countSql(start: number, end: number, byAudience: boolean): string {
  const { spans, edges } = decompose(start, end);
  const [table, condition] = byAudience
    ? ['session_rollups', 'and audience_id = ?2']
    : ['page_session_counts', ''];
  return `select (select coalesce(sum(kept), 0) from ${valuesOf(spans)} as span cross join ${table}
      where page_id = ?1 ${condition} and hours = span.column1 and start >= span.column2 and start < span.column3)
    + (select count(*) from ${valuesOf(edges)} as edge cross join audience_sessions
      where page_id = ?1 ${condition} and session_started_at >= edge.column1
        and session_started_at < edge.column2) as total`;
}

/** The place at which a page of the list begins. */
function placeOf(call: Call, scope: (string | undefined)[], end: number): [startedAt: number, id: string] {
  const cursor = cursorOf(call, scope);
  if (cursor === undefined) return [end, ''];
  const dot = cursor.indexOf('.');
  const startedAt = Number(cursor.slice(0, dot));
  if (!Number.isInteger(startedAt)) throw invalid(['cursor']);
  return [startedAt, cursor.slice(dot + 1)];
}

export async function listSessions(call: Call): Promise<Response> {
  const { db, url, ids } = call;
  const [pageId] = ids;
  const audienceId = url.searchParams.get('audienceId') || undefined;
  const limit = limitOf(call);
  const { startDate, endDate, start, end } = rangeOf(call);
  const scope = ['audience_sessions', pageId, audienceId, startDate, endDate];
  const range = [pageId, start, end, ...placeOf(call, scope, end), limit + 1];
  const one = audienceId === undefined ? [] : [audienceId];
  const [[found], audiences, rows, [count]] = await db.batch<
    [object[], object[], SessionRow[], { total: number }[]]
  >([
    db.sql('select 1 from pages where page_id = ?1', pageId),
    db.sql('select 1 from audiences where page_id = ?1 and audience_id = ?2', pageId, audienceId ?? ''),
    db.sql(audienceId === undefined ? ofPage : ofAudience, ...range, ...one),
    db.sql(countSql(start, end, audienceId !== undefined), pageId, ...one),
  ]);
  if (!found) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  if (audienceId !== undefined && audiences.length === 0)
    throw new Problem(404, 'audience_not_found', 'The page has no audience with this id.');
  const cursorAt = ({ sessionStartedAt, analyticsSessionId }: SessionRow) =>
    encodeCursor(scope, `${sessionStartedAt}.${analyticsSessionId}`);
  return json(call, page(rows, limit, count?.total ?? 0, toSession, cursorAt));
}
