import {
  type AnalyticsBreakdownData,
  type AnalyticsBreakdownsData,
  type AudienceAnalyticsData,
  type AudienceAnalyticsList,
  analyticsBreakdown,
  analyticsBreakdowns,
  analyticsTimeseries,
  audienceAnalytics,
  type Breakdown,
  type Breakdowns,
  type PageAnalyticsList,
  pageAnalytics,
  type Timeseries,
  type WorkspaceAudienceAnalyticsList,
  type WorkspaceTimeseries,
  workspaceAudiences,
  workspaceBreakdown,
  workspaceBreakdowns,
  workspaceTimeseries,
} from '@footfall/client';
import type { Asked } from '../data/api.ts';
import type { PageFilter, VisitFilter } from './filters.ts';
import type { Range, Span } from './range.ts';

// What is asked about the visits of a page, and of all pages.

/** The most items that an answer of the API has. */
export const mostItems = 100;

/** The part of a query that says which visits, and the zone of their days. */
export const spanQuery = ({ startDate, endDate }: Span, timezone: string) => ({
  startDate,
  endDate,
  timezone,
});

/** The part of a query that says with which other range the answer compares. */
export const comparedQuery = (compared: Span | undefined) =>
  compared ? { compareStartDate: compared.startDate, compareEndDate: compared.endDate } : {};

/** A question about a page, or without one its twin about all pages. */
const about =
  <A, Q extends object>(ofAll: Asked<A>[0], ofPage: Asked<A>[0]) =>
  (pageId: string | undefined, query: Q): Asked<A> =>
    pageId === undefined ? [ofAll, { query }] : [ofPage, { path: { page_id: pageId }, query }];

/** The visits by the values of a dimension. */
export const breakdown = about<Breakdown, NonNullable<AnalyticsBreakdownData['query']>>(
  workspaceBreakdown,
  analyticsBreakdown,
);

/** The visits by the values of several dimensions. */
export const breakdowns = about<Breakdowns, NonNullable<AnalyticsBreakdownsData['query']>>(
  workspaceBreakdowns,
  analyticsBreakdowns,
);

/** Which audiences come first, and which of their visits count. */
export interface AudienceQuestion {
  sort?: AudienceSort | undefined;
  filter?: VisitFilter;
  /** A range whose numbers the answer has too. */
  compared?: Span | undefined;
}
export type AudienceSort = NonNullable<NonNullable<AudienceAnalyticsData['query']>['sort']>;

const audienceQuery = (
  { zone, ...span }: Span & { zone: string },
  { sort = '-totalSessions', filter = {}, compared }: AudienceQuestion,
) => ({ ...spanQuery(span, zone), ...comparedQuery(compared), ...filter, sort, limit: mostItems });

/** The audiences of a page that had visits, by name, those with the most first; all other visits in `other`. */
export const audiencesOf = (
  pageId: string,
  range: Span & { zone: string },
  question: AudienceQuestion,
): Asked<AudienceAnalyticsList> => [
  audienceAnalytics,
  { path: { page_id: pageId }, query: { ...audienceQuery(range, question), names: 'true' } },
];

/** The audiences of all pages that had visits, those with the most first. */
export const allAudiences = (
  range: Span & { zone: string },
  question: AudienceQuestion,
): Asked<WorkspaceAudienceAnalyticsList> => [workspaceAudiences, { query: audienceQuery(range, question) }];

export type SeriesRange = Pick<Range, 'interval' | 'zone' | 'before'> & Span;

const seriesQuery = ({ zone, interval, before, ...span }: SeriesRange, filter: PageFilter) => ({
  ...spanQuery(span, zone),
  ...comparedQuery(before),
  ...filter,
  interval,
});

/** The figures of a page over a range and for each of its steps, and of the one that it is compared with. */
export const seriesOf = (pageId: string, range: SeriesRange, filter: PageFilter): Asked<Timeseries> => [
  analyticsTimeseries,
  { path: { page_id: pageId }, query: seriesQuery(range, filter) },
];

/** The same of all pages, with the visits of those that had the most. */
export const seriesOfAll = (range: SeriesRange, filter: VisitFilter): Asked<WorkspaceTimeseries> => [
  workspaceTimeseries,
  { query: { ...seriesQuery(range, filter), limit: mostItems } },
];

/** The figures of all pages over a range by name, compared with as much of another as has passed of it. */
export const figuresOfAll = (range: Range, filter: VisitFilter): Asked<PageAnalyticsList> => [
  pageAnalytics,
  {
    query: {
      ...spanQuery(range, range.zone),
      ...comparedQuery(range.elapsed),
      ...filter,
      names: 'true',
      sort: '-totalSessions',
      limit: mostItems,
    },
  },
];
