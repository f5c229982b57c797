import type { AnalyticsStep } from '@footfall/client';
import { duration, number } from '../lib/format.ts';

/** What the chart can show of each step: counts, and the mean time. Rates of single days say little. */
export interface Metric {
  id: string;
  label: string;
  of: (step: AnalyticsStep) => number | null;
  format: (value: number) => string;
}

export const visitsMetric: Metric = {
  id: 'visits',
  label: 'Visits',
  of: (step) => step.totalSessions,
  format: number,
};

/** The lines of the chart, by their name in the address. */
export const metrics: readonly Metric[] = [
  visitsMetric,
  { id: 'conversions', label: 'Conversions', of: (step) => step.conversionCount, format: number },
  { id: 'forms', label: 'Forms', of: (step) => step.formSubmitCount, format: number },
  { id: 'bounces', label: 'Bounces', of: (step) => step.bounceCount, format: number },
  {
    id: 'time',
    label: 'Engaged time',
    of: (step) => (step.totalSessions > 0 ? step.avgTimeSpentSeconds : null),
    format: duration,
  },
];

/** The line that an address names, or the visits. */
export const metricOf = (id: string | undefined): Metric =>
  metrics.find((metric) => metric.id === id) ?? visitsMetric;
