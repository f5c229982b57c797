// The measures of the analytics. A line in `places` and one in `addSession` add a sum. `figuresOf` computes the answer
// from the sums.
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

/**
 * The place of each sum. Blocks store them in this order: append new ones, and their lines to `addSession`. All are of
 * integers, so they are exact in any order.
 */
const places = {
  sessions: 0,
  /** Sessions that may count as bounces. */
  closed: 1,
  bounces: 2,
  conversions: 3,
  formSubmits: 4,
  /** Sessions with a click. */
  ctaSessions: 5,
  /** Clicks and questions. */
  interactions: 6,
  /** In hundredths of a percent. */
  scrollDepth: 7,
  /** Sessions whose scroll depth is known. */
  scrolled: 8,
  engagedMs: 9,
  /** Sessions whose engaged time is known. */
  timed: 10,
} as const;

type MeasureName = keyof typeof places;
/** The sum of each measure. */
type Sums = Record<MeasureName, number>;

const measureNames = Object.keys(places) as MeasureName[];

/** The number of measures. */
export const measureCount = measureNames.length;

/**
 * Adds what a session contributes to the sums from `from` on, `times` times: -1 takes it away. An answer may have a
 * million sessions: a function for each measure would take twice as long.
 */
export function addSession(sums: PackedSums, session: Measured, times = 1, from = 0): void {
  const { isCompleted, engagedMs, scrollDepth, clicks, questions, hasConversion, hasFormSubmit } = session;
  const add = (name: MeasureName, number: number) => {
    const place = from + places[name];
    sums[place] = (sums[place] ?? 0) + times * number;
  };
  add('sessions', 1);
  if (isCompleted && (engagedMs !== null || isActive(session))) add('closed', 1);
  if (isCompleted && isBounce(session)) add('bounces', 1);
  if (hasConversion) add('conversions', 1);
  if (hasFormSubmit) add('formSubmits', 1);
  if (clicks > 0) add('ctaSessions', 1);
  if (clicks + questions > 0) add('interactions', clicks + questions);
  if (scrollDepth !== null) add('scrollDepth', scrollDepth);
  if (scrollDepth !== null) add('scrolled', 1);
  if (engagedMs !== null) add('engagedMs', engagedMs);
  if (engagedMs !== null) add('timed', 1);
}

/** The sums of measures in the order of the table. */
export type PackedSums = Float64Array;

/** The sums of no session, to add to. */
export const newSums = (): PackedSums => new Float64Array(measureCount);

/** Adds sums to others, `times` times: -1 takes them away. */
export function addTo(total: PackedSums, sums: PackedSums, times = 1): void {
  for (let index = 0; index < sums.length; index++)
    total[index] = (total[index] ?? 0) + times * (sums[index] ?? 0);
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
