import { type BlockRow, blocksAtEnds, startsIn, type TotalRow, totalSql } from './counts.ts';
import { type Call, invalid, json, Problem } from './http.ts';
import { timestamp } from './ids.ts';
import { cursorOf, encodeCursor, limitOf, page } from './lists.ts';
import { rangeOf } from './ranges.ts';

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
  maxScrollDepth: number | null;
  questionsAskedCount: number;
  totalClicksCount: number;
  engagedMs: number | null;
  sessionStartedAt: number;
  activeMs: number;
  utmCampaign: string | null;
  utmContent: string | null;
  utmMedium: string | null;
  utmSource: string | null;
  utmTerm: string | null;
  referrer: string | null;
  country: string | null;
  device: string | null;
  browser: string | null;
  landingPath: string | null;
  pageLinkId: string | null;
  versionId: string | null;
  personId: string | null;
  recipientPersonId: string | null;
  recipientAccountId: string | null;
  failure: string | null;
}

const columns = `analytics_session_id as analyticsSessionId, audience_session_id as audienceSessionId,
  audience_id as audienceId, page_id as pageId, page_title as pageTitle, page_url as pageUrl,
  computation_status as computationStatus, form_state as formState, form_submission_id as formSubmissionId,
  form_submission_email as formSubmissionEmail, form_submission_phone as formSubmissionPhone,
  form_submission_identifier as formSubmissionIdentifier,
  form_submission_identifier_type as formSubmissionIdentifierType, has_conversion as hasConversion,
  max_scroll_depth as maxScrollDepth, questions_asked_count as questionsAskedCount,
  total_clicks_count as totalClicksCount, engaged_ms as engagedMs, session_started_at as sessionStartedAt,
  active_ms as activeMs, utm_campaign as utmCampaign, utm_content as utmContent,
  utm_medium as utmMedium, utm_source as utmSource, utm_term as utmTerm, referrer, country, device, browser,
  landed_path as landingPath, page_link_id as pageLinkId, version_id as versionId,
  person_id as personId, recipient_person_id as recipientPersonId, recipient_account_id as recipientAccountId, failure`;

const importMark = 'import\t';
/** The id in answers for a stored id. */
const shown = (id: string) => (id.startsWith(importMark) ? id.slice(importMark.length) : id);

const idleMs = 1_800_000;

/** A session that the tracker has sent is pending until it was idle for half an hour. */
function statusOf({ computationStatus, sessionStartedAt, activeMs, failure }: SessionRow, now: number) {
  if (computationStatus === 'pending' && sessionStartedAt + activeMs + idleMs > now) return 'pending';
  return failure === null ? 'completed' : 'failed';
}

function toSession(row: SessionRow, now: number) {
  const status = statusOf(row, now);
  const isActive = row.totalClicksCount + row.questionsAskedCount + row.formState + row.hasConversion > 0;
  const isShort = row.engagedMs !== null && row.engagedMs < 10_000;
  const analyticsSessionId = shown(row.analyticsSessionId);
  const derivedId = row.audienceId === null ? null : `audience_session_${analyticsSessionId}`;
  return {
    analyticsSessionId,
    audienceSessionId: row.audienceSessionId ?? derivedId,
    audienceId: row.audienceId,
    pageId: row.pageId,
    pageTitle: row.pageTitle,
    pageUrl: row.pageUrl,
    computationStatus: status,
    formSubmissionId: row.formSubmissionId,
    formSubmissionEmail: row.formSubmissionEmail,
    formSubmissionPhone: row.formSubmissionPhone,
    formSubmissionIdentifier: row.formSubmissionIdentifier,
    formSubmissionIdentifierType: row.formSubmissionIdentifierType,
    hasConversion: row.hasConversion === 1,
    hasFormSubmit: row.formState > 0,
    isBounce: status === 'completed' && isShort && !isActive,
    maxScrollDepthPercentage: row.maxScrollDepth === null ? null : row.maxScrollDepth / 100,
    questionsAskedCount: row.questionsAskedCount,
    totalClicksCount: row.totalClicksCount,
    timeSpentSeconds: row.engagedMs === null ? null : row.engagedMs / 1000,
    sessionStartedAt: timestamp(row.sessionStartedAt),
    sessionEndedAt: status === 'pending' ? null : timestamp(row.sessionStartedAt + row.activeMs),
    utmCampaign: row.utmCampaign,
    utmContent: row.utmContent,
    utmMedium: row.utmMedium,
    utmSource: row.utmSource,
    utmTerm: row.utmTerm,
    referrer: row.referrer,
    country: row.country,
    device: row.device,
    browser: row.browser,
    landingPath: row.landingPath,
    pageLinkId: row.pageLinkId,
    versionId: row.versionId,
    personId: row.personId,
    recipientPersonId: row.recipientPersonId,
    recipientAccountId: row.recipientAccountId,
    computationError: row.failure,
  };
}

// The plus makes SQLite start in the index at the cursor, which is ?4 and ?5. On the first page they are after all
// rows.
const listSql = `select ${columns} from audience_sessions
  where page_id = ?1 and session_started_at >= ?2 and +session_started_at < ?3
    and (session_started_at, analytics_session_id) < (?4, ?5)
  order by session_started_at desc, analytics_session_id desc limit ?6`;

/** The place at which a page of the list begins. */
function placeOf(call: Call, scope: (string | undefined)[], end: number): [startedAt: number, id: string] {
  const cursor = cursorOf(call, scope);
  if (cursor === undefined) return [end, ''];
  const dot = cursor.indexOf('.');
  const startedAt = Number(cursor.slice(0, dot));
  if (!Number.isInteger(startedAt)) throw invalid(['cursor']);
  return [startedAt, cursor.slice(dot + 1)];
}

export async function listSessions(call: Call, pageId: string): Promise<Response> {
  const { db } = call;
  const limit = limitOf(call);
  const range = rangeOf(call);
  const { startDate, endDate, start, end } = range;
  const scope = ['audience_sessions', pageId, undefined, startDate, endDate];
  const place = placeOf(call, scope, end);
  const [[found], rows, atEnds] = await db.batch<[TotalRow[], SessionRow[], BlockRow[]]>([
    db.sql(totalSql, pageId, start, end),
    db.sql(listSql, pageId, start, end, ...place, limit + 1),
    // Without dates, no block reaches over an end.
    ...(startDate || endDate ? [db.sql(blocksAtEnds, pageId, start, end)] : []),
  ]);
  if (!found?.page) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  const cursorAt = ({ sessionStartedAt, analyticsSessionId }: SessionRow) =>
    encodeCursor(scope, `${sessionStartedAt}.${analyticsSessionId}`);
  const total = (atEnds ?? []).reduce((sum, block) => sum + startsIn(block, range), found.total);
  const now = Date.now();
  return json(
    call,
    page(rows, limit, total, (row) => toSession(row, now), cursorAt),
  );
}
