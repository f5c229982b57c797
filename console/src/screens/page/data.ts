import { analyticsTimeseries, type Timeseries } from '@footfall/client';
import type { PageFilter } from '../../analytics/filters.ts';
import { comparedQuery, spanQuery } from '../../analytics/questions.ts';
import type { Range, Span } from '../../analytics/range.ts';
import type { FileQuestion } from '../../data/file.ts';
import { askAgain } from '../../data/unchanged.ts';

type Steps = Pick<Range, 'interval' | 'zone'>;

const seriesQuery = (
  filter: PageFilter,
  { interval, zone }: Steps,
  span: Span,
  compared: Span | undefined,
) => ({ ...spanQuery(span, zone), ...comparedQuery(compared), interval, ...filter });

/** The figures of a page over a span and for each of its steps, and of the one that it is compared with. */
export const seriesOf = (
  pageId: string,
  filter: PageFilter,
  steps: Steps,
  span: Span,
  compared: Span | undefined,
  signal: AbortSignal,
): Promise<Timeseries> =>
  askAgain(analyticsTimeseries, {
    path: { page_id: pageId },
    query: seriesQuery(filter, steps, span, compared),
    signal,
  });

/** The figures of a page for each step of a range, as a file. */
export const seriesFile = (pageId: string, filter: PageFilter, range: Range): FileQuestion => [
  analyticsTimeseries,
  { path: { page_id: pageId }, query: seriesQuery(filter, range, range, range.before) },
];
