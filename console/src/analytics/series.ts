import type { Timeseries } from '@footfall/client';
import { questionOf, useAsked } from '../data/api.ts';
import { type QueryState, retryFailed, useQuestion } from '../data/query.ts';
import type { PageFilter } from './filters.ts';
import { askAgain, pulseOf, useFollowers } from './follow.ts';
import { type Before, beforeOf, type Totals } from './measures.ts';
import { seriesOf } from './questions.ts';
import type { Range } from './range.ts';

/** A series of a page or an audience, and what it is compared with. */
export interface Series {
  series: QueryState<Timeseries>;
  before: Before;
  totalBefore: Totals | undefined;
}

/**
 * The visits of a page, or of an audience, over a range. `name` tells its questions apart, and `followers` are loaded again
 * with it. While a range is not over, its figures are compared with a part of the period before, which is asked for unless
 * `isPartKnown`.
 */
export function useSeries(
  { name, pageId, range, filter }: { name: string; pageId: string; range: Range; filter: PageFilter },
  followers: string[],
  isPartKnown = false,
): Series {
  const { elapsed, isPart, interval } = range;
  const asked = seriesOf(pageId, range, filter);
  const series = useQuestion(questionOf(`${name}-series`, asked, askAgain), pulseOf(range));
  useFollowers(series, followers, asked[1]);
  const partRange =
    isPart && elapsed && !isPartKnown
      ? { ...range, ...elapsed, interval: 'month' as const, before: undefined }
      : undefined;
  const part = useAsked(`${name}-part-before`, partRange && seriesOf(pageId, partRange, filter));
  return {
    series: { ...series, retry: retryFailed(series, part) },
    before: beforeOf(series.data?.compared, interval),
    totalBefore: elapsed && (isPart ? part.data?.total : series.data?.compared?.total),
  };
}
