import { flag } from './facts.ts';

// The measures of the analytics. A line in `places` and one in `addSession` add a sum. `figuresOf` computes the answer
// from the sums.
// CONTRIBUTING.md shows how to add a measure.

/**
 * Whether a completed session is a bounce: less than 10 seconds of engaged time, and nothing that the visitor did.
 * `engagedMs` in milliseconds, null if it is unknown.
 */
export const isBounce = (engagedMs: number | null, isActive: boolean): boolean =>
  engagedMs !== null && engagedMs < 10_000 && !isActive;

/** What the measures know of sessions: a column of each fact, as blocks have it. */
export interface Measured {
  flags: Float64Array;
  clicks: Float64Array;
  questions: Float64Array;
  /** In hundredths of a percent, plus one; 0 if it is unknown. */
  scrollDepth: Float64Array;
  /** Milliseconds, plus one; 0 if it is unknown. */
  engagedMs: Float64Array;
  isPending: (index: number) => boolean;
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

export type MeasureName = keyof typeof places;

/** The number of measures. */
export const measureCount = Object.keys(places).length;

/**
 * Adds what a session of some contributes to the sums from `from` on, `times` times: -1 takes it away. An answer may have
 * a million sessions: a function for each measure, or an object for each session, would take twice as long.
 */
export function addSession(
  sums: PackedSums,
  from: number,
  { flags, clicks, questions, scrollDepth, engagedMs, isPending }: Measured,
  index: number,
  times = 1,
): void {
  const bits = flags[index] ?? 0;
  const clicked = clicks[index] ?? 0;
  const interactions = clicked + (questions[index] ?? 0);
  const scrolled = (scrollDepth[index] ?? 0) - 1;
  const engaged = (engagedMs[index] ?? 0) - 1;
  const isActive = interactions > 0 || (bits & (flag.hasFormSubmit | flag.hasConversion)) !== 0;

  add(sums, from + places.sessions, times);
  if ((bits & flag.hasFailed) === 0 && !isPending(index)) {
    if (engaged >= 0 || isActive) add(sums, from + places.closed, times);
    if (engaged >= 0 && isBounce(engaged, isActive)) add(sums, from + places.bounces, times);
  }
  if ((bits & flag.hasConversion) !== 0) add(sums, from + places.conversions, times);
  if ((bits & flag.hasFormSubmit) !== 0) add(sums, from + places.formSubmits, times);
  if (clicked > 0) add(sums, from + places.ctaSessions, times);
  if (interactions > 0) add(sums, from + places.interactions, times * interactions);
  if (scrolled >= 0) {
    add(sums, from + places.scrollDepth, times * scrolled);
    add(sums, from + places.scrolled, times);
  }
  if (engaged >= 0) {
    add(sums, from + places.engagedMs, times * engaged);
    add(sums, from + places.timed, times);
  }
}

function add(sums: PackedSums, place: number, number: number): void {
  sums[place] = (sums[place] ?? 0) + number;
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

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The number of sessions in sums. */
export const sessionsIn = (sums: PackedSums): number => sums[0] ?? 0;

/** One of the sums from a place on. */
export const sumAt = ({ sums, from }: { sums: PackedSums; from: number }, name: MeasureName): number =>
  sums[from + places[name]] ?? 0;

/** The numbers of an answer, from sums. */
export function figuresOf(packed: PackedSums) {
  const sum = (name: MeasureName) => packed[places[name]] ?? 0;
  return {
    totalSessions: sum('sessions'),
    avgInteractionsPerSession: ratio(sum('interactions'), sum('sessions')),
    avgScrollDepthPercentage: ratio(sum('scrollDepth'), sum('scrolled') * 100),
    avgTimeSpentSeconds: ratio(sum('engagedMs'), sum('timed') * 1000),
    bounceRate: ratio(sum('bounces'), sum('closed')),
    conversionRate: ratio(sum('conversions'), sum('sessions')),
    formSubmitRate: ratio(sum('formSubmits'), sum('sessions')),
    bounceCount: sum('bounces'),
    bounceEligibleSessions: sum('closed'),
    conversionCount: sum('conversions'),
    ctaSessions: sum('ctaSessions'),
    formSubmitCount: sum('formSubmits'),
  };
}
