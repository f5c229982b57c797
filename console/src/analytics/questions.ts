import {
  type AnalyticsBreakdownData,
  type AnalyticsBreakdownsData,
  type AudienceAnalyticsData,
  type AudienceAnalyticsList,
  analyticsBreakdown,
  analyticsBreakdowns,
  audienceAnalytics,
  type Breakdown,
  type Breakdowns,
  type WorkspaceAudienceAnalyticsList,
  workspaceAudiences,
  workspaceBreakdown,
  workspaceBreakdowns,
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

/** The part of a query that says with which other range the answer compares. */
export const comparedQuery = (compared: Span | undefined) =>
  compared ? { compareStartDate: compared.startDate, compareEndDate: compared.endDate } : {};

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

/** As `breakdownOf`, for several dimensions in one answer. */
export const breakdownsOf = (
  pageId: string | undefined,
  query: NonNullable<AnalyticsBreakdownsData['query']>,
  signal: AbortSignal,
): Promise<Breakdowns> =>
  pageId === undefined
    ? ask(workspaceBreakdowns, { query, signal })
    : ask(analyticsBreakdowns, { path: { page_id: pageId }, query, signal });

/** Which audiences come first, and which of their visits count. */
export interface AudienceQuestion {
  sort?: AudienceSort | undefined;
  filter?: VisitFilter;
  /** A range whose numbers the answer has too. */
  compared?: Span | undefined;
}
export type AudienceSort = NonNullable<NonNullable<AudienceAnalyticsData['query']>['sort']>;

/** The part of a query that says which audiences come first, and which of their visits count. */
export const audienceQuery = (
  { zone, ...span }: Span & { zone: string },
  { sort = '-totalSessions', filter = {}, compared }: AudienceQuestion,
) => ({ ...spanQuery(span, zone), ...comparedQuery(compared), ...filter, sort });

/** The audiences of a page that had visits, by name, those with the most first; all other visits in `other`. */
export const audiencesOf = (
  pageId: string,
  range: Span & { zone: string },
  question: AudienceQuestion,
  signal: AbortSignal,
): Promise<AudienceAnalyticsList> =>
  ask(audienceAnalytics, {
    path: { page_id: pageId },
    query: { ...audienceQuery(range, question), names: 'true', limit: mostItems },
    signal,
  });

/** The audiences of all pages that had visits, those with the most first. */
export const allAudiencesOf = (
  range: Span & { zone: string },
  question: AudienceQuestion,
  signal: AbortSignal,
): Promise<WorkspaceAudienceAnalyticsList> =>
  ask(workspaceAudiences, { query: { ...audienceQuery(range, question), limit: mostItems }, signal });
