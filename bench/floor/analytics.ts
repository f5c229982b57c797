import { type Call, json, Problem } from './http.ts';
import { decompose, rangeOf, type Span, valuesOf } from './ranges.ts';

interface Sums {
  audienceId: string;
  sessions: number;
  closed: number;
  bounces: number;
  conversions: number;
  formSubmits: number;
  ctaSessions: number;
  interactions: number;
  scrollDepth: number;
  scrolled: number;
  engagedMs: number;
  timed: number;
}

const measures = [
  'sessions',
  'closed',
  'bounces',
  'conversions',
  'form_submits',
  'cta_sessions',
  'interactions',
  'scroll_depth',
  'scrolled',
  'engaged_ms',
  'timed',
];
const summed = measures.map((measure) => `coalesce(sum(rollup.${measure}), 0) as ${measure}`).join();
const named = `sessions, closed, bounces, conversions, form_submits as formSubmits, cta_sessions as ctaSessions,
  interactions, scroll_depth as scrollDepth, scrolled, engaged_ms as engagedMs, timed`;

/**
 * Sums for each audience of the page, for no audience, and for the sessions in the parts of an hour at both ends.
 * CROSS JOIN keeps this order: each audience, each span, then its rollups from the index.
 */
function sumsSql(start: number, end: number): string {
  const { spans, edges } = decompose(start, end);
  // Sums of removed sessions are stored by millisecond, as rollups of 0 hours.
  const all = valuesOf([...spans, ...edges.map(([from, to]): Span => [0, from, to])]);
  const inSpan = `rollup.page_id = ?1 and rollup.hours = span.column1
    and rollup.start >= span.column2 and rollup.start < span.column3`;
  return `select audience_id as audienceId, ${named} from (
    select audience.audience_id, ${summed}
    from audiences as audience cross join ${all} as span cross join session_rollups as rollup
    where audience.page_id = ?1 and rollup.audience_id = audience.audience_id and ${inSpan}
    group by audience.audience_id
    union all
    select '', ${summed} from ${all} as span cross join session_rollups as rollup
    where rollup.audience_id = '' and ${inSpan}
    union all
    select fact.audience_id, ${measures.map((measure) => `fact.${measure}`).join()}
    from ${valuesOf(edges)} as edge cross join session_facts as fact
    where fact.page_id = ?1 and fact.session_started_at >= edge.column1
      and fact.session_started_at < edge.column2)`;
}

const none: Sums = {
  audienceId: '',
  sessions: 0,
  closed: 0,
  bounces: 0,
  conversions: 0,
  formSubmits: 0,
  ctaSessions: 0,
  interactions: 0,
  scrollDepth: 0,
  scrolled: 0,
  engagedMs: 0,
  timed: 0,
};

/** Adds the sums in `part` to those in `to`. */
function add(to: Sums, part: Sums): void {
  to.sessions += part.sessions;
  to.closed += part.closed;
  to.bounces += part.bounces;
  to.conversions += part.conversions;
  to.formSubmits += part.formSubmits;
  to.ctaSessions += part.ctaSessions;
  to.interactions += part.interactions;
  to.scrollDepth += part.scrollDepth;
  to.scrolled += part.scrolled;
  to.engagedMs += part.engagedMs;
  to.timed += part.timed;
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

const toItem = (sums: Sums) => ({
  ...(sums.audienceId === '' ? {} : { audienceId: sums.audienceId }),
  totalSessions: sums.sessions,
  avgInteractionsPerSession: ratio(sums.interactions, sums.sessions),
  avgScrollDepthPercentage: ratio(sums.scrollDepth, sums.scrolled * 100),
  avgTimeSpentSeconds: ratio(sums.engagedMs, sums.timed * 1000),
  bounceRate: ratio(sums.bounces, sums.closed),
  conversionRate: ratio(sums.conversions, sums.sessions),
  formSubmitRate: ratio(sums.formSubmits, sums.sessions),
  bounceCount: sums.bounces,
  bounceEligibleSessions: sums.closed,
  conversionCount: sums.conversions,
  ctaSessions: sums.ctaSessions,
  formSubmitCount: sums.formSubmits,
});

export async function analytics(call: Call): Promise<Response> {
  const { db, ids } = call;
  const [pageId] = ids;
  const { start, end } = rangeOf(call);
  const [[found], audiences, rows] = await db.batch<[object[], { audienceId: string }[], Sums[]]>([
    db.sql('select 1 from pages where page_id = ?1', pageId),
    db.sql(
      `select audience_id as audienceId from audiences where page_id = ?1 and archived_at is null
        order by audience_id desc`,
      pageId,
    ),
    db.sql(sumsSql(start, end), pageId),
  ]);
  if (!found) throw new Problem(404, 'page_not_found', 'There is no page with this id.');
  const sums = new Map(audiences.map(({ audienceId }) => [audienceId, { ...none, audienceId }]));
  // All other visits: those without an audience, and those of archived audiences.
  const others = { ...none };
  for (const row of rows) add(sums.get(row.audienceId) ?? others, row);
  const items = [...sums.values(), ...(others.sessions > 0 ? [others] : [])];
  return json(call, { items: items.map(toItem) });
}
