import type { AnalyticsFigures } from '@footfall/client';

/** A count that the API answers: counts of several steps can be added up. */
export type Count = keyof Pick<
  AnalyticsFigures,
  'totalSessions' | 'bounceCount' | 'bounceEligibleSessions' | 'conversionCount' | 'formSubmitCount'
>;

/** The figures of a workspace or a page over a span. */
export type Totals = Record<Count, number> & { avgTimeSpentSeconds: number };

/** A figure: a count, the rate of a count in its sample, or else the mean time. */
export interface Measure {
  label: string;
  count?: Count;
  /** With it, the figure is a rate. */
  sample?: Count;
  /** A smaller number is better, as with bounces. */
  lessIsBetter?: true;
  /**
   * Its name in the address. The chart shows the line of its count, because rates of single days say little; lists are
   * sorted by it.
   */
  line: string;
  /** What the line is called, if not as the figure. */
  lineLabel?: string;
}

/** The figures in their order. The chart shows the first until another is chosen. */
export const measures: readonly [Measure, ...Measure[]] = [
  { label: 'Visits', count: 'totalSessions', line: 'visits' },
  { label: 'Conversions', count: 'conversionCount', line: 'conversions' },
  {
    label: 'Conversion rate',
    count: 'conversionCount',
    sample: 'totalSessions',
    line: 'rate',
    lineLabel: 'Conversions',
  },
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
