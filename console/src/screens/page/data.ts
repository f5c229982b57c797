import { type AnalyticsStep, analyticsTimeseries, pageAnalytics } from '@footfall/client';
import type { NumbersFilter } from '../../analytics/filters.ts';
import { type Count, measures, type Totals } from '../../analytics/measures.ts';
import { audiencesOf, breakdownOf, mostItems, spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';

const counts = new Set(
  measures.flatMap(({ count, sample }) => [count, sample]).filter((name) => name !== undefined),
);

const none: Totals = {
  ...(Object.fromEntries([...counts].map((name) => [name, 0])) as Record<Count, number>),
  avgTimeSpentSeconds: 0,
};

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
  const sum: Totals = { ...none, avgTimeSpentSeconds: null };
  for (const step of steps) for (const name of counts) sum[name] += step[name];
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
