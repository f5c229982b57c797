import type {
  PageAnalyticsList,
  WorkspaceAudienceAnalyticsList,
  WorkspaceTimeseries,
} from '@footfall/client';
import { rangeKey } from '../../analytics/came-list.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { pulseOf, useFollowers } from '../../analytics/follow.ts';
import type { Sort } from '../../analytics/panel-measure.ts';
import type { Range } from '../../analytics/range.ts';
import { type QueryState, type Question, useQuery } from '../../data/query.ts';
import { audiencesQuestion, figuresQuestion, seriesQuestion } from './questions.ts';

interface OverviewFigures {
  now: QueryState<PageAnalyticsList>;
  series: QueryState<WorkspaceTimeseries>;
}

const useQuestion = <T>({ key, load }: Question<T>): QueryState<T> => useQuery(key, load);

/** The figures of all pages and their series, and the figures of the period before. `followers` are loaded again with them. */
export function useOverview(range: Range, filter: VisitFilter, followers: string[]): OverviewFigures {
  const { key, load } = figuresQuestion(range, filter);
  const now = useQuery(key, load, pulseOf(range));
  const names = ['overview-series', 'all-audiences', 'latest-visits', 'who-came', ...followers];
  useFollowers(now, names, [rangeKey(range), filter, range.elapsed]);
  return { now, series: useQuestion(seriesQuestion(range, filter)) };
}

/** The audiences of all pages in an order, compared as the figures are. */
export const useAllAudiences = (
  range: Range,
  filter: VisitFilter,
  sort?: Sort,
): QueryState<WorkspaceAudienceAnalyticsList> => useQuestion(audiencesQuestion(range, filter, sort));
