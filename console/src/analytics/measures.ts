import type { AnalyticsStep, ComparedSteps } from '@footfall/client';
import { enoughSessions, fisher, holm, isMoreThanChance } from '../../../src/lib/chance.ts';
import {
  type CountName,
  countAt,
  type FigureName,
  type Figures,
  figures,
  shownFigures,
} from '../../../src/vocabulary/measures.ts';
import { duration, number } from '../lib/format.ts';
import { here } from '../nav/router.ts';
import type { Interval } from './range.ts';

/** A count that the API answers: counts of several steps can be added up. */
export type Count = CountName;

/** The figures of a workspace or a page over a span. */
export type Totals = Pick<Figures, Count | 'avgTimeSpentSeconds'>;

/** A figure: a count, the rate of a count in its sample, or else the mean time. */
export interface Measure {
  label: string;
  count: Count | undefined;
  /** With it, the figure is a rate. */
  sample: Count | undefined;
  /** A smaller number is better, as with bounces. */
  lessIsBetter: true | undefined;
  /**
   * Its name in the address. The chart shows the line of its count, because rates of single days say little; lists are
   * sorted by it.
   */
  line: string;
  /** What the line is called. */
  lineLabel: string;
}

function measureOf(name: FigureName): Measure {
  const { place, of, label = name, line = name, lessIsBetter } = figures[name];
  const [count, sample] = [countAt(place), countAt(of)];
  return { label, count, sample, lessIsBetter, line, lineLabel: (count && figures[count].label) ?? label };
}

const [first, ...others] = shownFigures;
/** The figures in their order. The chart shows the first until another is chosen. */
export const measures: readonly [Measure, ...Measure[]] = [measureOf(first), ...others.map(measureOf)];

/** Where a figure of few visits stands: below all that have enough, because one of one does not mean success. */
export const judged = (visits: number, value: number): number | null =>
  visits >= enoughSessions ? value : null;

/** A line of the chart, with its value in each step. */
export interface Line {
  label: string;
  of: (step: AnalyticsStep) => number | null;
  format: (value: number) => string;
}

/** The measure whose line an address names, or the first. */
export const shownMeasure = (name: string | undefined): Measure =>
  measures.find(({ line }) => line === name) ?? measures[0];

/** The measure below the one that is shown: the one that an address names, if it has a line of its own. */
export function measureBelow(shown: Measure, name: string | undefined): Measure | undefined {
  const found = measures.find(({ line }) => line === name);
  return found && found.count !== shown.count ? found : undefined;
}

/** The line of a measure: its count, or else the mean time. */
export function lineOf({ lineLabel, count }: Measure): Line {
  if (count) return { label: lineLabel, of: (step) => step[count], format: number };
  return {
    label: lineLabel,
    of: ({ totalSessions, avgTimeSpentSeconds }) => (totalSessions > 0 ? avgTimeSpentSeconds : null),
    format: duration,
  };
}

/** The name of a figure leads to its line in the chart, which shows the line of `shown`. */
export const linkToLine =
  (shown: Measure) =>
  (measure: Measure): { href: string; isChosen: boolean } => ({
    href: here({ metric: measure === measures[0] ? undefined : measure.line }),
    isChosen: measure === shown,
  });

/**
 * The rates that differ from before by more than chance, among all that are shown. Counts and mean times have no such
 * test: visits do not come independently of each other.
 */
export function certainOf(now: Totals, before: Totals | undefined): ReadonlySet<Measure> {
  const rates = measures.filter(({ sample }) => sample !== undefined);
  if (!before) return new Set();
  const sampleOf = (totals: Totals, { count, sample }: Measure) => ({
    hits: count ? totals[count] : 0,
    of: sample ? totals[sample] : 0,
  });
  const probabilities = holm(rates.map((rate) => fisher(sampleOf(now, rate), sampleOf(before, rate))));
  return new Set(rates.filter((_, place) => isMoreThanChance(probabilities[place] ?? 1)));
}

/**
 * The visits of the period before, or another count, by a key. An item that a whole list lacks had none; what a list that
 * was cut off lacks is not known.
 */
export function countsBefore<T extends Partial<Record<Count, number>>, K>(
  items: T[],
  keyOf: (item: T) => K,
  isWhole: boolean,
  count: Count = 'totalSessions',
): (key: K) => number | undefined {
  const counts = new Map(items.map((item) => [keyOf(item), item[count]]));
  return (key) => counts.get(key) ?? (isWhole ? 0 : undefined);
}

/** What the period before has to compare with. */
export interface Before {
  /** Its steps, if it can be compared with: a line of zeros would say that it was measured. */
  steps: ComparedSteps['items'] | undefined;
  /** When its visits begin, if that is too late to compare with it. */
  from: string | undefined;
}

/**
 * What a period before can be compared with: nothing if it had no visits, or if visits of its months or weeks begin in its
 * second half. A year beside a month of it would have grown twelvefold.
 */
export function beforeOf(compared: ComparedSteps | undefined, interval: Interval): Before {
  const items = compared?.items ?? [];
  const first = items.findIndex(({ totalSessions }) => totalSessions > 0);
  const isLate = (interval === 'month' || interval === 'week') && first * 2 >= items.length;
  return {
    steps: first < 0 || isLate ? undefined : items,
    from: first > 0 && isLate ? items[first]?.start : undefined,
  };
}
