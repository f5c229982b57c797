// What the analytics measure. A line in `all` makes a column of session_rollups and of the views, its part in
// their triggers (src/db/derived/session-rollups.sql.ts) and a sum of the analytics; `figuresOf` says what the
// answers make of the sums. How to add one is in CONTRIBUTING.md.

interface Measure {
  /** What a session adds to the sum, in SQL; `row` stands before each of its columns: '', 'old.' or 'new.'. */
  sql: (row: string) => string;
  /** Its column is younger than its table, and begins with 0. */
  isLater?: true;
}

// All sums are of whole numbers, which are exact in any order.
const all = {
  sessions: { sql: () => '1' },
  /** Those that may count as bounces. */
  closed: { sql: (row) => `${row}is_bounce_eligible` },
  bounces: { sql: (row) => `${row}is_bounce` },
  conversions: { sql: (row) => `${row}has_conversion` },
  formSubmits: { sql: (row) => `${row}form_state > 0` },
  /** Sessions with a click. */
  ctaSessions: { sql: (row) => `${row}total_clicks_count > 0` },
  /** Clicks and questions. */
  interactions: { sql: (row) => `${row}total_clicks_count + ${row}questions_asked_count` },
  /** In hundredths of a percent. */
  scrollDepth: { sql: (row) => `coalesce(${row}max_scroll_depth, 0)` },
  /** Sessions whose scroll depth is known. */
  scrolled: { sql: (row) => `${row}max_scroll_depth IS NOT NULL` },
  engagedMs: { sql: (row) => `coalesce(${row}engaged_ms, 0)` },
  /** Sessions whose engaged time is known. */
  timed: { sql: (row) => `${row}engaged_ms IS NOT NULL` },
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof all;
export type Sums = Record<MeasureName, number>;

/** The measures, with the names of their columns. */
export const measures = Object.entries<Measure>(all).map(([name, measure]) => ({
  ...measure,
  name: name as MeasureName,
  column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}));

/** A value for each measure. */
export const eachMeasure = <T>(of: (measure: (typeof measures)[number]) => T): Record<MeasureName, T> =>
  Object.fromEntries(measures.map((measure) => [measure.name, of(measure)])) as Record<MeasureName, T>;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** What the analytics answer for sums. */
export const figuresOf = (sums: Sums) => ({
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
