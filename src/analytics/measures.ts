import type { Facts } from './facts.ts';

// The measures of the analytics. A line in `all` adds a sum to the rollups and to the analytics. `figuresOf` computes
// the answer from the sums. CONTRIBUTING.md shows how to add a measure.

/** What a session adds to a sum. */
type Measure = (facts: Facts, isCompleted: boolean) => number | boolean;

/** What a visitor did. */
interface Activity {
  totalClicksCount: number;
  questionsAskedCount: number;
  formState: number;
  hasConversion: number | boolean;
  /** Milliseconds; null if it is unknown. */
  engagedMs: number | null;
}

const isActive = ({ totalClicksCount, questionsAskedCount, formState, hasConversion }: Activity) =>
  totalClicksCount > 0 || questionsAskedCount > 0 || formState > 0 || Boolean(hasConversion);

/** Whether a completed session is a bounce: less than 10 seconds of engaged time, and nothing that the visitor did. */
export const isBounce = (activity: Activity): boolean =>
  activity.engagedMs !== null && activity.engagedMs < 10_000 && !isActive(activity);

// All sums are of integers, so they are exact in any order. Rollups store them in this order: append new ones.
const all = {
  sessions: () => 1,
  /** Sessions that still have a row, which lists show: all but those that retention has removed. */
  kept: () => 1,
  /** Sessions that may count as bounces. */
  closed: (facts, isCompleted) => isCompleted && (facts.engagedMs !== null || isActive(facts)),
  bounces: (facts, isCompleted) => isCompleted && isBounce(facts),
  conversions: ({ hasConversion }) => hasConversion,
  formSubmits: ({ formState }) => formState > 0,
  /** Sessions with a click. */
  ctaSessions: ({ totalClicksCount }) => totalClicksCount > 0,
  /** Clicks and questions. */
  interactions: ({ totalClicksCount, questionsAskedCount }) => totalClicksCount + questionsAskedCount,
  /** In hundredths of a percent. */
  scrollDepth: ({ maxScrollDepth }) => maxScrollDepth ?? 0,
  /** Sessions whose scroll depth is known. */
  scrolled: ({ maxScrollDepth }) => maxScrollDepth !== null,
  engagedMs: ({ engagedMs }) => engagedMs ?? 0,
  /** Sessions whose engaged time is known. */
  timed: ({ engagedMs }) => engagedMs !== null,
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof all;
/** The sum of each measure. */
export type Sums = Record<MeasureName, number>;

export const measureNames = Object.keys(all) as MeasureName[];
const measures: readonly Measure[] = Object.values(all);

/** The sums of measures in the order of the table. Zeros at the end may be left out. */
export type PackedSums = readonly number[];

/** What a session adds to the sums. */
export const packedSums = (facts: Facts, isCompleted: boolean): PackedSums =>
  measures.map((measure) => Number(measure(facts, isCompleted)));

/** The sums of no session, to add to. */
export const newSums = (): number[] => measures.map(() => 0);

/** Adds sums to others, `times` times: -1 takes them away. */
export function addTo(total: number[], sums: PackedSums, times = 1): void {
  for (let index = 0; index < sums.length; index++) {
    total[index] = (total[index] ?? 0) + times * (sums[index] ?? 0);
  }
}

/** The sums by the names of their measures. */
export const unpacked = (sums: PackedSums): Sums =>
  Object.fromEntries(measureNames.map((name, index) => [name, sums[index] ?? 0])) as Sums;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** The number of sessions in sums. */
export const sessionsIn = (sums: PackedSums): number => unpacked(sums).sessions;

/** Where sums have the sessions that retention has not removed. */
export const keptIndex = measureNames.indexOf('kept');

/**
 * Whether sums are less than nothing, because a session was taken away that counts elsewhere. That retention has removed
 * more sessions than count here is no reason, as long as some do.
 */
export const areNegative = (sums: PackedSums): boolean =>
  sums.some((sum, index) => sum < 0 && (index !== keptIndex || sessionsIn(sums) === 0));

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
