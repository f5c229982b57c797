import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { columns, type Visit } from './visits.ts';

// A flood: visits of which each has values of its own, as long as the API takes them (src/visits/beacons/schemas.ts).

const longest = { text: 255, url: 2048 };
const hour = 3_600_000;
/** Of so many visits, one has characters of four bytes: V8 then keeps all text of an answer with two bytes each. */
const perWide = 100;

/** A text of so many characters that ends in a number: texts differ only in their end. */
function longText(begin: string, nth: number, length: number): string {
  const end = `-${nth}`;
  const filler = nth % perWide === 0 ? '🌊' : 'x';
  return begin + filler.repeat(length - begin.length - end.length) + end;
}

const site = 'https://bench.example/';
const label = `${'x'.repeat(63)}.`;
/** A host of 255 characters. */
function longHost(nth: number): string {
  const end = `${nth}.example`;
  return label.repeat(3) + 'y'.repeat(longest.text - 3 * label.length - end.length) + end;
}

/** The values of the nth visit, as a beacon has them. */
export const valuesOf = (nth: number) => ({
  pageUrl: longText(site, nth, longest.url),
  utmSource: longText('source-', nth, longest.text),
  utmMedium: longText('medium-', nth, longest.text),
  utmCampaign: longText('campaign-', nth, longest.text),
  utmTerm: longText('term-', nth, longest.text),
  utmContent: longText('content-', nth, longest.text),
  referrer: longHost(nth),
});

/** The path of the nth visit. */
export const pathOf = (nth: number): string => valuesOf(nth).pageUrl.slice(site.length - 1);

function visitOf(nth: number, pageId: string, startedAt: number): Visit {
  const { pageUrl, utmSource, utmMedium, utmCampaign, utmTerm, utmContent, referrer } = valuesOf(nth);
  return {
    analytics_session_id: randomUUID(),
    page_id: pageId,
    audience_id: null,
    page_title: 'Footfall bench',
    page_url: pageUrl,
    computation_status: 'pending',
    failure: null,
    form_state: 0,
    form_submission_id: null,
    form_submission_email: null,
    form_submission_identifier: null,
    form_submission_identifier_type: null,
    has_conversion: 0,
    questions_asked_count: 0,
    total_clicks_count: 1,
    max_scroll_depth: 1000,
    engaged_ms: 5000,
    session_started_at: startedAt,
    active_ms: 6000,
    utm_campaign: utmCampaign,
    utm_content: utmContent,
    utm_medium: utmMedium,
    utm_source: utmSource,
    utm_term: utmTerm,
    referrer,
    country: 'DE',
    device: 'desktop',
    browser: 'Chrome',
    recipient_person_id: null,
    recipient_account_id: null,
    page_link_id: null,
    person_id: null,
    account_id: null,
  };
}

/** Inserts a flood of pages in turn, within the hour up to `until`. */
export function insertFlood(
  database: DatabaseSync,
  pageIds: string[],
  { count, first = 0, until }: { count: number; first?: number; until: number },
): void {
  const insert = database.prepare(
    `INSERT INTO audience_sessions (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  database.exec('BEGIN');
  for (let index = 0; index < count; index++) {
    const nth = first + index;
    const startedAt = until - hour + Math.floor((hour * index) / count);
    const visit = visitOf(nth, pageIds[index % pageIds.length] ?? '', startedAt);
    insert.run(...columns.map((column) => visit[column]));
  }
  database.exec('COMMIT');
}

/** Changes sessions of the flood, as a late beacon does, all over their hour. */
export function changeFlood(database: DatabaseSync, count: number): void {
  database
    .prepare(
      `UPDATE audience_sessions SET total_clicks_count = total_clicks_count + 1 WHERE analytics_session_id IN (
        SELECT analytics_session_id FROM audience_sessions NOT INDEXED WHERE length(utm_term) = ${longest.text}
        ORDER BY analytics_session_id LIMIT ?)`,
    )
    .run(count);
}

/** The nth visit as the tracker sends it. */
export const beaconOf = (nth: number, pageId: string) => ({
  analyticsSessionId: randomUUID(),
  pageId,
  pageTitle: 'Footfall bench',
  ...valuesOf(nth),
  elapsedMs: 9000,
  activeMs: 6000,
  engagedMs: 5000,
  maxScrollDepthPercentage: 10,
  clicksCount: 1,
  questionsAskedCount: 0,
  hasConversion: false,
});
