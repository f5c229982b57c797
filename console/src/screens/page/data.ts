import { analyticsTimeseries, type Timeseries } from '@footfall/client';
import type { PageFilter } from '../../analytics/filters.ts';
import { comparedQuery, spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { askAgain } from '../../data/unchanged.ts';

/** The figures of a page over a span and for each of its steps, and of the one that it is compared with. */
export const seriesOf = (
  pageId: string,
  filter: PageFilter,
  { interval, zone }: Pick<Range, 'interval' | 'zone'>,
  span: Span,
  compared: Span | undefined,
  signal: AbortSignal,
): Promise<Timeseries> =>
  askAgain(analyticsTimeseries, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, zone), ...comparedQuery(compared), interval, ...filter },
    signal,
  });
