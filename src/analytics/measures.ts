// The measures of the analytics. A line in `all` adds a sum. `figuresOf` computes the answer from the sums.
// CONTRIBUTING.md shows how to add a measure.

/** What a visitor did. */
interface Activity {
  clicks: number;
  questions: number;
  hasFormSubmit: boolean;
  hasConversion: boolean;
  /** Milliseconds; null if it is unknown. */
  engagedMs: number | null;
}

const isActive = ({ clicks, questions, hasFormSubmit, hasConversion }: Activity) =>
  clicks > 0 || questions > 0 || hasFormSubmit || hasConversion;

/** Whether a completed session is a bounce: less than 10 seconds of engaged time, and nothing that the visitor did. */
export const isBounce = (activity: Activity): boolean =>
  activity.engagedMs !== null && activity.engagedMs < 10_000 && !isActive(activity);

/** What the measures know of a session. */
export interface Measured extends Activity {
  isCompleted: boolean;
  /** In hundredths of a percent; null if it is unknown. */
  scrollDepth: number | null;
}

/** What a session adds to a sum. */
type Measure = (session: Measured) => number | boolean;

// All sums are of integers, so they are exact in any order. Blocks store them in this order: append new ones.
const all = {
  sessions: () => 1,
  /** Sessions that may count as bounces. */
  closed: (session) => session.isCompleted && (session.engagedMs !== null || isActive(session)),
  bounces: (session) => session.isCompleted && isBounce(session),
  conversions: ({ hasConversion }) => hasConversion,
  formSubmits: ({ hasFormSubmit }) => hasFormSubmit,
  /** Sessions with a click. */
  ctaSessions: ({ clicks }) => clicks > 0,
  /** Clicks and questions. */
  interactions: ({ clicks, questions }) => clicks + questions,
  /** In hundredths of a percent. */
  scrollDepth: ({ scrollDepth }) => scrollDepth ?? 0,
  /** Sessions whose scroll depth is known. */
  scrolled: ({ scrollDepth }) => scrollDepth !== null,
  engagedMs: ({ engagedMs }) => engagedMs ?? 0,
  /** Sessions whose engaged time is known. */
  timed: ({ engagedMs }) => engagedMs !== null,
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof all;
/** The sum of each measure. */
export type Sums = Record<MeasureName, number>;

const measureNames = Object.keys(all) as MeasureName[];
const measures: readonly Measure[] = Object.values(all);

/** The sums of measures in the order of the table. */
export type PackedSums = Float64Array;

/** The number of measures. */
export const measureCount = measures.length;

/** The sums of no session, to add to. */
export const newSums = (): PackedSums => new Float64Array(measureCount);

/** Adds what a session contributes to the sums from `offset` on, `times` times: -1 takes it away. */
export function addSession(total: PackedSums, session: Measured, times = 1, offset = 0): void {
  for (let index = 0; index < measureCount; index++)
    total[offset + index] = (total[offset + index] ?? 0) + times * Number(measures[index]?.(session));
}

/** Adds sums to those from `offset` on, `times` times. */
export function addTo(total: PackedSums, sums: PackedSums, times = 1, offset = 0): void {
  for (let index = 0; index < sums.length; index++)
    total[offset + index] = (total[offset + index] ?? 0) + times * (sums[index] ?? 0);
}

/** Whether sums are those of no session. */
export const isNothing = (sums: PackedSums): boolean => sums[0] === 0;

/** The sums by the names of their measures. */
const unpacked = (sums: PackedSums): Sums =>
  Object.fromEntries(measureNames.map((name, index) => [name, sums[index] ?? 0])) as Sums;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The number of sessions in sums. */
export const sessionsIn = (sums: PackedSums): number => sums[0] ?? 0;

/** The numbers of an answer, from sums. */
export function figuresOf(packed: PackedSums) {
  const sums = unpacked(packed);
  return {
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
  };
}
