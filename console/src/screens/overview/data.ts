import {
  type AudienceSessionList,
  listWorkspaceSessions,
  type PageAnalyticsList,
  pageAnalytics,
  type WorkspaceTimeseries,
  workspaceTimeseries,
} from '@footfall/client';
import { minuteMs } from '../../../../src/lib/durations.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { comparedQuery, spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';
import { askAgain } from '../../data/unchanged.ts';

/** Which visits are asked for, and the zone of their days. */
interface Asked {
  zone: string;
  filter: VisitFilter;
}

/** The overview lists so many pages with the most visits. */
const pagesListed = 100;

/** The part of a query that says which pages have figures, by name. */
export const pagesQuery = (span: Span, compared: Span | undefined, { zone, filter }: Asked) => ({
  ...spanQuery(span, zone),
  ...comparedQuery(compared),
  ...filter,
  names: 'true' as const,
  sort: '-totalSessions' as const,
});

/** The figures of all pages over a span by name, and in the one that it is compared with. */
export const figuresOf = (
  span: Span,
  compared: Span | undefined,
  asked: Asked,
  signal: AbortSignal,
): Promise<PageAnalyticsList> =>
  askAgain(pageAnalytics, { query: { ...pagesQuery(span, compared, asked), limit: pagesListed }, signal });

export type SeriesAsked = Asked & Pick<Range, 'interval' | 'before'> & Span;

/** The part of a query that says which visits a series has. */
export const seriesQuery = ({ zone, interval, filter, before, ...span }: SeriesAsked) => ({
  ...spanQuery(span, zone),
  ...comparedQuery(before),
  ...filter,
  interval,
});

/** The visits of all pages over a span and the one that it is compared with, and the visits of the pages with the most. */
export const seriesOf = (asked: SeriesAsked, signal: AbortSignal): Promise<WorkspaceTimeseries> =>
  ask(workspaceTimeseries, { query: { ...seriesQuery(asked), limit: pagesListed }, signal });

/** The feed shows so many visits. */
const latestShown = 10;

/** The latest visits of all pages, newest first. */
export const latestVisits = (filter: VisitFilter, signal: AbortSignal): Promise<AudienceSessionList> =>
  ask(listWorkspaceSessions, { query: { limit: latestShown, ...filter }, signal });

/** The longest that a visit lasts, in milliseconds. */
const longest = 86_400_000;

/** How many visits are going on: something happened in them within the last half hour. */
export async function countGoingOn(filter: VisitFilter, signal: AbortSignal): Promise<number> {
  // By whole minutes, so that it is the same question for a while.
  const startDate = new Date(Math.floor((Date.now() - longest) / minuteMs) * minuteMs).toISOString();
  const query = { status: 'pending' as const, startDate, limit: 1, ...filter };
  const { totalCount } = await askAgain(listWorkspaceSessions, { query, signal });
  return totalCount;
}
