import {
  type AudienceAnalyticsList,
  analyticsBreakdown,
  audienceAnalytics,
  type Breakdown,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import type { Dimension } from './dimensions.ts';
import type { Span } from './range.ts';

/** The most items that an answer of the API has. */
export const mostItems = 100;

/** The part of a query that says which visits, and the zone of their days. */
export const spanQuery = ({ startDate, endDate }: Span, timezone: string) => ({
  startDate,
  endDate,
  timezone,
});

/** The visits of a page by the values of a dimension, most visits first. */
export const breakdownOf = (
  pageId: string,
  query: { by: Dimension; limit: number; audienceId?: string } & ReturnType<typeof spanQuery>,
  signal: AbortSignal,
): Promise<Breakdown> => ask(analyticsBreakdown, { path: { page_id: pageId }, query, signal });

/** The audiences of a page that had visits, most visits first; all other visits in `other`. */
export const audiencesOf = (
  pageId: string,
  span: Span,
  zone: string,
  signal: AbortSignal,
  sort: AudienceSort = '-totalSessions',
): Promise<AudienceAnalyticsList> =>
  ask(audienceAnalytics, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, zone), sort, limit: mostItems },
    signal,
  });
export type AudienceSort = `${'-' | ''}${'totalSessions' | 'conversionCount' | 'formSubmitCount'}`;
