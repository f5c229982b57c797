import type { PageAnalyticsList, WorkspaceTimeseries } from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import { pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Range } from '../../analytics/range.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { figuresOf, seriesOf } from './data.ts';

interface OverviewFigures {
  now: QueryState<PageAnalyticsList>;
  /** As much of the period before as has passed of the range. */
  then: QueryState<PageAnalyticsList>;
  series: QueryState<WorkspaceTimeseries>;
  seriesBefore: QueryState<WorkspaceTimeseries>;
}

/** The figures of all pages and their series, and those of the period before. `followers` are loaded again with them. */
export function useOverview(range: Range, filter: VisitFilter, followers: string[]): OverviewFigures {
  const { startDate, endDate, zone, before, elapsed } = range;
  const asked = { ...range, filter };
  const of = [{ startDate, endDate, zone }, filter];
  const now = useQuery(
    ['page-analytics', ...of],
    (signal) => figuresOf(range, asked, signal),
    pulseOf(range),
  );
  useFollowers(now, ['overview-series', 'latest-visits', 'who-came', ...followers], of);
  const then = useQuery(elapsed && ['page-analytics-before', elapsed, zone, filter], (signal) =>
    figuresOf(elapsed ?? range, asked, signal),
  );
  const series = useQuery(['overview-series', ...of], (signal) => seriesOf(asked, range, signal));
  const seriesBefore = useQuery(before && ['overview-series-before', before, zone, filter], (signal) =>
    seriesOf(asked, before ?? range, signal),
  );
  return { now, then, series, seriesBefore };
}
