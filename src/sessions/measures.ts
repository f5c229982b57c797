// The measures of the analytics. A line in `all` adds a column to session_rollups and its views, a part to their
// triggers (src/db/derived/session-rollups.sql.ts) and a sum to the analytics. `figuresOf` computes the answer from
// the sums. CONTRIBUTING.md shows how to add a measure.

interface Measure {
  /** SQL for what a session adds to the sum. `row` is the prefix of each column: '', 'old.' or 'new.'. */
  sql: (row: string) => string;
  /** The column was added after the table was created, and has the default 0. */
  isLater?: true;
}

// All sums are of integers, so they are exact in any order.
const all = {
  sessions: { sql: () => '1' },
  /** Sessions that may count as bounces. */
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

/** An object with a value for each measure. */
export const eachMeasure = <T>(of: (measure: (typeof measures)[number]) => T): Record<MeasureName, T> =>
  Object.fromEntries(measures.map((measure) => [measure.name, of(measure)])) as Record<MeasureName, T>;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The numbers of an answer, from sums. */
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
