import type { PageAnalyticsList, WorkspaceTimeseries } from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import { pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Range } from '../../analytics/range.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { figuresOf, seriesOf } from './data.ts';

interface OverviewFigures {
  /** Compared with as much of the period before as has passed of the range. */
  now: QueryState<PageAnalyticsList>;
  /** Compared with the whole period before. */
  series: QueryState<WorkspaceTimeseries>;
}

/** The figures of all pages and their series, and those of the period before. `followers` are loaded again with them. */
export function useOverview(range: Range, filter: VisitFilter, followers: string[]): OverviewFigures {
  const { startDate, endDate, zone, before, elapsed } = range;
  const asked = { ...range, filter };
  const of = [{ startDate, endDate, zone }, filter];
  const now = useQuery(
    ['page-analytics', ...of, elapsed],
    (signal) => figuresOf(range, elapsed, asked, signal),
    pulseOf(range),
  );
  useFollowers(now, ['overview-series', 'latest-visits', 'who-came', ...followers], [...of, elapsed]);
  const series = useQuery(['overview-series', ...of, before], (signal) => seriesOf(asked, signal));
  return { now, series };
}
