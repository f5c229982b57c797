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

/** The figures of all pages over a span by name, and in the one that it is compared with. */
export const figuresOf = (
  span: Span,
  compared: Span | undefined,
  { zone, filter }: Asked,
  signal: AbortSignal,
): Promise<PageAnalyticsList> =>
  askAgain(pageAnalytics, {
    query: {
      ...spanQuery(span, zone),
      ...comparedQuery(compared),
      names: 'true',
      limit: pagesListed,
      sort: '-totalSessions',
      ...filter,
    },
    signal,
  });

/** The visits of all pages over a span and the one that it is compared with, and those of the pages with the most. */
export const seriesOf = (
  { zone, interval, filter, before, ...span }: Asked & Pick<Range, 'interval' | 'before'> & Span,
  signal: AbortSignal,
): Promise<WorkspaceTimeseries> =>
  ask(workspaceTimeseries, {
    query: {
      ...spanQuery(span, zone),
      ...comparedQuery(before),
      interval,
      limit: pagesListed,
      ...filter,
    },
    signal,
  });

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
