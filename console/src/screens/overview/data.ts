import {
  type AudienceSession,
  listAudienceSessions,
  type PageAnalyticsList,
  pageAnalytics,
  type WorkspaceTimeseries,
  workspaceTimeseries,
} from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import type { Range, Span } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';

/** Which visits are asked for, and the zone of their days. */
interface Asked {
  zone: string;
  filter: VisitFilter;
}

/** The overview lists so many pages with the most visits. */
const pagesListed = 100;
/** The latest visits are those of so many pages with the most visits. */
export const pagesFollowed = 12;

/** The figures of all pages over a span. */
export const figuresOf = (
  span: Span,
  { zone, filter }: Asked,
  signal: AbortSignal,
): Promise<PageAnalyticsList> =>
  ask(pageAnalytics, {
    query: {
      startDate: span.startDate,
      endDate: span.endDate,
      timezone: zone,
      limit: pagesListed,
      sort: '-totalSessions',
      ...filter,
    },
    signal,
  });

/** The visits of all pages over a span, and those of the pages with the most visits. */
export const seriesOf = (
  { zone, interval, filter }: Asked & Pick<Range, 'interval'>,
  { startDate, endDate }: Span,
  signal: AbortSignal,
): Promise<WorkspaceTimeseries> =>
  ask(workspaceTimeseries, {
    query: { startDate, endDate, timezone: zone, interval, limit: pagesListed, ...filter },
    signal,
  });

/** The latest visits of some pages, newest first. */
export async function latestVisits(
  pageIds: string[],
  filter: VisitFilter,
  signal: AbortSignal,
): Promise<AudienceSession[]> {
  const answers = await Promise.all(
    pageIds.map((pageId) =>
      ask(listAudienceSessions, { path: { page_id: pageId }, query: { limit: 10, ...filter }, signal }),
    ),
  );
  return answers
    .flatMap(({ items }) => items)
    .toSorted((a, b) => b.sessionStartedAt.localeCompare(a.sessionStartedAt))
    .slice(0, 10);
}
