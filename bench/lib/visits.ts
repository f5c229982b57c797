import { idleTime } from '../../src/sessions/lifetime.ts';
import { type Draw, uuid, whole } from './random.ts';
import { audienceChooser, startsOf } from './shape.ts';

export interface Scale {
  sessions: number;
  days: number;
  seed: number;
}

/** The end of the loaded time, which is the same in every run. */
export const until = Date.UTC(2026, 10, 1);

/** The columns of a row of audience_sessions that a visit fills. */
export const columns = [
  'analytics_session_id',
  'page_id',
  'audience_id',
  'page_title',
  'page_url',
  'computation_status',
  'failure',
  'form_state',
  'form_submission_id',
  'form_submission_email',
  'form_submission_identifier',
  'form_submission_identifier_type',
  'has_conversion',
  'questions_asked_count',
  'total_clicks_count',
  'max_scroll_depth',
  'engaged_ms',
  'session_started_at',
  'active_ms',
  'close_at',
  'utm_campaign',
  'utm_medium',
  'utm_source',
] as const;
export type Visit = Record<(typeof columns)[number], string | number | null>;

const sources = ['google', 'linkedin', 'newsletter', 'partner'];
const failure = 'The page has no audience audience_gone: this is a visit of the page alone.';

/** A third of the visitors leave within 10 seconds. The others stay for minutes, few of them for long. */
const engagement = (draw: Draw) =>
  draw() < 0.35 ? whole(draw, 10_000) : Math.round(10_000 - Math.log(1 - draw()) * 90_000);

/** The actions of a visitor who stays for this time, in milliseconds. */
function behaviour(engagedMs: number, draw: Draw) {
  const isAwake = engagedMs > 10_000;
  const clicks = isAwake ? whole(draw, 6) : Number(draw() < 0.1);
  const hasForm = isAwake && draw() < 0.03;
  const hasEmail = hasForm && draw() < 0.8;
  const email = hasEmail ? `visitor${whole(draw, 50_000)}@example.com` : null;
  return {
    form_state: Number(hasForm) + Number(hasEmail),
    form_submission_id: hasForm ? uuid(draw) : null,
    form_submission_email: email,
    form_submission_identifier: email,
    form_submission_identifier_type: email && 'email',
    has_conversion: Number(isAwake && draw() < 0.05),
    questions_asked_count: isAwake && draw() < 0.15 ? 1 + whole(draw, 4) : 0,
    total_clicks_count: clicks,
    max_scroll_depth: Math.min(10_000, whole(draw, 4000) + Math.round(engagedMs / 20)),
    engaged_ms: engagedMs,
    active_ms: engagedMs + whole(draw, 60_000),
  };
}

/** Visits of one page, ascending by their start. Those of the last half hour are pending, and one in 1,000 failed. */
export function* visitsOf(pageId: string, audienceIds: string[], scale: Scale, draw: Draw): Generator<Visit> {
  const chooseAudience = audienceChooser(audienceIds.length, draw);
  for (const startedAt of startsOf(scale.sessions, scale.days, until, draw)) {
    const nth = chooseAudience();
    const isFailed = nth === null && draw() < 0.0125;
    const done = behaviour(engagement(draw), draw);
    const closeAt = startedAt + done.active_ms + idleTime;
    const source = draw() < 0.4 ? (sources[whole(draw, sources.length)] ?? null) : null;
    yield {
      analytics_session_id: uuid(draw),
      page_id: pageId,
      audience_id: nth === null ? null : (audienceIds[nth] ?? null),
      page_title: 'Footfall bench',
      page_url: 'https://bench.example/landing',
      computation_status: closeAt > until ? 'pending' : isFailed ? 'failed' : 'completed',
      failure: isFailed ? failure : null,
      session_started_at: startedAt,
      close_at: closeAt > until ? closeAt : null,
      utm_campaign: source && 'autumn',
      utm_medium: source && 'web',
      utm_source: source,
      ...done,
    };
  }
}
