import {
  type AnalyticsStep,
  type AudienceSession,
  analyticsTimeseries,
  listAudienceSessions,
  listPages,
  type Page,
  type PageAnalyticsList,
  pageAnalytics,
} from '@footfall/client';
import { ask } from '../../api.ts';
import type { Range, Span } from '../../range.ts';

/** The overview has a line for each of so many pages with the most visits. */
export const pagesShown = 12;

/** The figures of all pages over a span. */
export const figuresOf = (span: Span, zone: string, signal: AbortSignal): Promise<PageAnalyticsList> =>
  ask(pageAnalytics, {
    query: {
      startDate: span.startDate,
      endDate: span.endDate,
      timezone: zone,
      limit: 100,
      sort: '-totalSessions',
    },
    signal,
  });

/** The titles and addresses of pages. */
export async function pagesById(signal: AbortSignal): Promise<Map<string, Page>> {
  const { items } = await ask(listPages, { query: { limit: 100 }, signal });
  return new Map(items.map((page) => [page.pageId, page]));
}

/** The series of some pages over a range, by their id. */
export async function seriesOf(
  pageIds: string[],
  { zone, interval }: Range,
  { startDate, endDate }: Span,
  signal: AbortSignal,
): Promise<Record<string, AnalyticsStep[]>> {
  const query = { startDate, endDate, timezone: zone, interval };
  const answers = await Promise.all(
    pageIds.map((pageId) => ask(analyticsTimeseries, { path: { page_id: pageId }, query, signal })),
  );
  return Object.fromEntries(pageIds.map((pageId, index) => [pageId, answers[index]?.items ?? []]));
}

/** The sum of several series that have the same steps. */
export function sumOf(series: AnalyticsStep[][]): { start: string; end: string; totalSessions: number }[] {
  const [first = []] = series;
  return first.map(({ start, end }, index) => ({
    start,
    end,
    totalSessions: series.reduce((sum, steps) => sum + (steps[index]?.totalSessions ?? 0), 0),
  }));
}

/** The latest visits of some pages, newest first. */
export async function latestVisits(pageIds: string[], signal: AbortSignal): Promise<AudienceSession[]> {
  const answers = await Promise.all(
    pageIds.map((pageId) =>
      ask(listAudienceSessions, { path: { page_id: pageId }, query: { limit: 10 }, signal }),
    ),
  );
  return answers
    .flatMap(({ items }) => items)
    .toSorted((a, b) => b.sessionStartedAt.localeCompare(a.sessionStartedAt))
    .slice(0, 10);
}
