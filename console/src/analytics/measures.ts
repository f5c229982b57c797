import type { AnalyticsFigures } from '@footfall/client';

/** A count that the API answers: those of several steps can be added up. */
export type Count = keyof Pick<
  AnalyticsFigures,
  'totalSessions' | 'bounceCount' | 'bounceEligibleSessions' | 'conversionCount' | 'formSubmitCount'
>;

/** The figures of a workspace or a page over a span. A mean is null if the API does not have it for this filter. */
export type Totals = Record<Count, number> & { avgTimeSpentSeconds: number | null };

/** A figure: a count, the rate of a count in its sample, or else the mean time. */
export interface Measure {
  label: string;
  count?: Count;
  /** With it, the figure is a rate. */
  sample?: Count;
  /** A smaller number is better, as with bounces. */
  lessIsBetter?: true;
  /** The name in the address of its line in the chart: of the count, because rates of single days say little. */
  line?: string;
  /** What the line is called, if not as the figure. */
  lineLabel?: string;
}

/** The figures in their order. The chart shows the first until another is chosen. */
export const measures: readonly [Measure, ...Measure[]] = [
  { label: 'Visits', count: 'totalSessions', line: 'visits' },
  { label: 'Conversions', count: 'conversionCount', line: 'conversions' },
  { label: 'Conversion rate', count: 'conversionCount', sample: 'totalSessions' },
  {
    label: 'Form rate',
    count: 'formSubmitCount',
    sample: 'totalSessions',
    line: 'forms',
    lineLabel: 'Forms',
  },
  {
    label: 'Bounce rate',
    count: 'bounceCount',
    sample: 'bounceEligibleSessions',
    lessIsBetter: true,
    line: 'bounces',
    lineLabel: 'Bounces',
  },
  { label: 'Engaged time', line: 'time' },
];
