import {
  type AnalyticsBreakdownData,
  type AudienceAnalyticsData,
  type AudienceAnalyticsList,
  analyticsBreakdown,
  audienceAnalytics,
  type Breakdown,
  workspaceBreakdown,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import type { VisitFilter } from './filters.ts';
import type { Span } from './range.ts';

/** The most items that an answer of the API has. */
export const mostItems = 100;

/** The part of a query that says which visits, and the zone of their days. */
export const spanQuery = ({ startDate, endDate }: Span, timezone: string) => ({
  startDate,
  endDate,
  timezone,
});

export type BreakdownQuestion = Omit<NonNullable<AnalyticsBreakdownData['query']>, 'cursor'>;

/** The visits of a page, or without one of all pages, by the values of a dimension. */
export const breakdownOf = (
  pageId: string | undefined,
  query: BreakdownQuestion,
  signal: AbortSignal,
): Promise<Breakdown> =>
  pageId === undefined
    ? ask(workspaceBreakdown, { query, signal })
    : ask(analyticsBreakdown, { path: { page_id: pageId }, query, signal });

/** The audiences of a page that had visits, those with the most first; all other visits in `other`. */
export const audiencesOf = (
  pageId: string,
  span: Span,
  zone: string,
  signal: AbortSignal,
  { sort = '-totalSessions', filter = {} }: { sort?: AudienceSort | undefined; filter?: VisitFilter } = {},
): Promise<AudienceAnalyticsList> =>
  ask(audienceAnalytics, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, zone), ...filter, sort, limit: mostItems },
    signal,
  });
export type AudienceSort = NonNullable<NonNullable<AudienceAnalyticsData['query']>['sort']>;
