import type {
  PageAnalyticsList,
  WorkspaceAudienceAnalyticsList,
  WorkspaceTimeseries,
} from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import { pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Sort } from '../../analytics/panel-measure.ts';
import { allAudiencesOf } from '../../analytics/questions.ts';
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
  const names = ['overview-series', 'all-audiences', 'latest-visits', 'who-came', ...followers];
  useFollowers(now, names, [...of, elapsed]);
  const series = useQuery(['overview-series', ...of, before], (signal) => seriesOf(asked, signal));
  return { now, series };
}

/** The audiences of all pages in an order, compared as the figures are. */
export function useAllAudiences(
  range: Range,
  filter: VisitFilter,
  sort?: Sort,
): QueryState<WorkspaceAudienceAnalyticsList> {
  const { startDate, endDate, zone, elapsed: compared } = range;
  const question = { sort, filter, compared };
  return useQuery(['all-audiences', { startDate, endDate, zone }, question], (signal) =>
    allAudiencesOf({ startDate, endDate, zone }, question, signal),
  );
}
