import type { AudienceAnalyticsList } from '@footfall/client';
import type { PageFilter } from '../../analytics/filters.ts';
import { shownMeasure } from '../../analytics/lines.ts';
import { panelMeasure } from '../../analytics/panel-measure.ts';
import { audiencesOf, spanQuery } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { useRoute } from '../../nav/router.ts';

/**
 * The audiences of a page in the order of the measure that is shown, compared with as much of the period before as has
 * passed of the range. If the page is filtered by one, nothing is asked: it has the figures of the page.
 */
export function useAudienceFigures(
  pageId: string,
  range: Range,
  { audienceId, ...filter }: PageFilter,
): QueryState<AudienceAnalyticsList> {
  const { sort } = panelMeasure(shownMeasure(useRoute().query.metric));
  const { zone, elapsed: compared } = range;
  return useQuery(
    audienceId === undefined
      ? ['audiences', pageId, sort, filter, spanQuery(range, zone), compared]
      : undefined,
    (signal) => audiencesOf(pageId, range, { sort, filter, compared }, signal),
  );
}
