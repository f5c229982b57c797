import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences } from '../db/schema/audiences.ts';
import { sessionRollups } from '../db/schema/sessions.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import type { AudienceAnalytics } from './schemas.ts';
import { decompose, type Edge, type Range, type Span } from './spans.ts';

const measures = [
  'sessions',
  'closed',
  'bounces',
  'conversions',
  'formSubmits',
  'ctaSessions',
  'interactions',
  'scrollDepth',
  'scrolled',
  'engagedMs',
  'timed',
] as const;
type Sums = Record<(typeof measures)[number], number>;

const none = Object.fromEntries(measures.map((measure) => [measure, 0])) as Sums;
const add = (a: Sums, b: Sums): Sums =>
  Object.fromEntries(measures.map((measure) => [measure, a[measure] + b[measure]])) as Sums;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

const toAnalytics = (sums: Sums, audienceId?: string): AudienceAnalytics => ({
  ...(audienceId === undefined ? {} : { audienceId }),
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

const columns = measures.map((measure) => sessionRollups[measure].name);
const eachColumn = (of: (name: string) => string) => sql.raw(columns.map(of).join(', '));

/** Numbers as a table, of zeros if there are none. D1 counts rows of json_each as read, but not these. */
const valuesOf = (rows: (Span | Edge)[]): SQL => {
  const tuples = (rows.length === 0 ? [[0, 0, 0]] : rows).map((row) => `(${row.join(', ')})`);
  return sql.raw(`(values ${tuples.join(', ')})`);
};

/**
 * A SELECT of sums in a range, several for an audience; an empty text is the audience of no audience. Nothing is
 * sorted, for D1 counts what a sorter holds: rollups are grouped in the order of the primary key of audiences,
 * and sessions of the edges come one by one.
 */
function selectSums(db: Database, pageId: string, range: Range) {
  const { spans, edges } = decompose(range);
  // Sessions that were removed are in the edges of their own, by millisecond: spans of 0 hours.
  const all = valuesOf([...spans, ...edges.map(([from, to]): Span => [0, from, to])]);
  const inSpan = sql`rollup.page_id = ${pageId} and rollup.hours = span.column1
      and rollup.start >= span.column2 and rollup.start < span.column3`;
  // CROSS JOIN holds SQLite to this order: each audience, each span, then its rollups from the index.
  const facts = sql`(
    select audience.audience_id, ${eachColumn((name) => `sum(rollup.${name}) as ${name}`)}
    from ${audiences} as audience cross join ${all} as span cross join ${sessionRollups} as rollup
    where audience.page_id = ${pageId} and rollup.audience_id = audience.audience_id and ${inSpan}
    group by audience.audience_id
    union all
    select '', ${eachColumn((name) => `coalesce(sum(rollup.${name}), 0)`)}
    from ${all} as span cross join ${sessionRollups} as rollup
    where rollup.audience_id = '' and ${inSpan}
    union all
    select fact.audience_id, ${eachColumn((name) => `fact.${name}`)}
    from ${valuesOf(edges)} as edge cross join session_facts as fact
    where fact.page_id = ${pageId} and fact.session_started_at >= edge.column1
      and fact.session_started_at < edge.column2
  )`;
  const sums = Object.fromEntries(
    measures.map((measure, index) => [measure, sql<number>`${sql.raw(columns[index] ?? '')}`.as(measure)]),
  ) as Record<keyof Sums, SQL.Aliased<number>>;
  return db.select({ audienceId: sql<string>`audience_id`.as('audienceId'), ...sums }).from(facts);
}

/**
 * What visits did in a range: an item for each audience of the page that is not archived, newest first, and one
 * for all other visits if there are any, so that the parts add up to the whole. Throws `page_not_found`.
 */
export async function audienceAnalytics(
  db: Database,
  pageId: string,
  range: Range,
): Promise<AudienceAnalytics[]> {
  const [[page], ofPage, found] = await db.batch([
    selectPage(db, pageId),
    db
      .select({ audienceId: audiences.audienceId, archivedAt: audiences.archivedAt })
      .from(audiences)
      .where(eq(audiences.pageId, pageId))
      .orderBy(desc(audiences.audienceId)),
    selectSums(db, pageId, range),
  ]);
  pageOrThrow(page);
  const sums = new Map<string, Sums>();
  for (const { audienceId, ...part } of found) {
    sums.set(audienceId, add(sums.get(audienceId) ?? none, part));
  }
  const shown = ofPage.filter(({ archivedAt }) => archivedAt === null);
  const items = shown.map(({ audienceId }) => toAnalytics(sums.get(audienceId) ?? none, audienceId));
  for (const { audienceId } of shown) sums.delete(audienceId);
  const others = [...sums.values()].reduce(add, none);
  return others.sessions > 0 ? [...items, toAnalytics(others)] : items;
}
