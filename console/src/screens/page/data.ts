import {
  type AnalyticsFigures,
  type AnalyticsStep,
  type AudienceAnalyticsList,
  analyticsBreakdown,
  analyticsTimeseries,
  audienceAnalytics,
  type Breakdown,
  pageAnalytics,
} from '@footfall/client';
import { ask } from '../../api.ts';
import type { Range, Span } from '../../range.ts';
import type { Dimension, NumbersFilter } from './dimensions.ts';

/** The most items that an answer of the API has. */
export const mostItems = 100;

/** The figures of a page. A mean is null if the API does not have it for this filter. */
export type Totals = Pick<
  AnalyticsFigures,
  'totalSessions' | 'bounceCount' | 'bounceEligibleSessions' | 'conversionCount' | 'formSubmitCount'
> & { avgTimeSpentSeconds: number | null };

const none: Totals = {
  totalSessions: 0,
  bounceCount: 0,
  bounceEligibleSessions: 0,
  conversionCount: 0,
  formSubmitCount: 0,
  avgTimeSpentSeconds: 0,
};

/** The part of a query that says which visits, and the zone of their days. */
export const spanQuery = ({ startDate, endDate }: Span, timezone: string) => ({
  startDate,
  endDate,
  timezone,
});

/** The visits of a page by the values of a dimension, most visits first. */
export const breakdownOf = (
  pageId: string,
  query: { by: Dimension; limit: number; audienceId?: string } & ReturnType<typeof spanQuery>,
  signal: AbortSignal,
): Promise<Breakdown> => ask(analyticsBreakdown, { path: { page_id: pageId }, query, signal });

/** The audiences of a page that had visits, most visits first; all other visits in `other`. */
export const audiencesOf = (
  pageId: string,
  span: Span,
  zone: string,
  signal: AbortSignal,
  sort: AudienceSort = '-totalSessions',
): Promise<AudienceAnalyticsList> =>
  ask(audienceAnalytics, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, zone), sort, limit: mostItems },
    signal,
  });
export type AudienceSort = `${'-' | ''}${'totalSessions' | 'conversionCount' | 'formSubmitCount'}`;

/**
 * The figures of a page over a span. Undefined if no answer of the API has them for the filter: a value that is not
 * among the 100 with the most visits.
 */
export async function totalsOf(
  pageId: string,
  { audienceId, by, value }: NumbersFilter,
  span: Span,
  zone: string,
  signal: AbortSignal,
): Promise<Totals | null> {
  const query = spanQuery(span, zone);
  if (by) {
    const { items, other } = await breakdownOf(
      pageId,
      { ...query, by, limit: mostItems, ...(audienceId && { audienceId }) },
      signal,
    );
    return items.find((item) => item.value === value) ?? (other ? null : none);
  }
  if (audienceId) {
    const { items } = await audiencesOf(pageId, span, zone, signal);
    const found = items.find((item) => item.audienceId === audienceId);
    return found ?? (items.length === mostItems ? null : none);
  }
  const { items } = await ask(pageAnalytics, { query, signal });
  return items.find((item) => item.pageId === pageId) ?? none;
}

/** The figures as the sum of a series. Its means cannot be added up. */
export function sumOf(steps: AnalyticsStep[]): Totals {
  const sum = { ...none, avgTimeSpentSeconds: null };
  for (const step of steps) {
    sum.totalSessions += step.totalSessions;
    sum.bounceCount += step.bounceCount;
    sum.bounceEligibleSessions += step.bounceEligibleSessions;
    sum.conversionCount += step.conversionCount;
    sum.formSubmitCount += step.formSubmitCount;
  }
  return sum;
}

/** The figures of a page for each step of a range, or of the period before it. */
export async function seriesOf(
  pageId: string,
  { audienceId, by, value }: NumbersFilter,
  { interval, zone }: Range,
  span: Span,
  signal: AbortSignal,
): Promise<AnalyticsStep[]> {
  const filter = { ...(audienceId && { audienceId }), ...(by && { [by]: [value] }) };
  const { items } = await ask(analyticsTimeseries, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, zone), interval, ...filter },
    signal,
  });
  return items;
}
