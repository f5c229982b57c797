import type { AnalyticsStep } from '@footfall/client';
import { duration, number } from '../lib/format.ts';
import { here } from '../nav/router.ts';
import { type Measure, measures } from './measures.ts';

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
