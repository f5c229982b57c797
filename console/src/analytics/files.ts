import {
  accountAnalytics,
  analyticsBreakdown,
  audienceAnalytics,
  personAnalytics,
  workspaceAudiences,
  workspaceBreakdown,
} from '@footfall/client';
import type { FileQuestion } from '../data/file.ts';
import { type CameKind, cameQuery } from './came-list.ts';
import type { VisitFilter } from './filters.ts';
import { type AudienceQuestion, audienceQuery, type BreakdownQuestion } from './questions.ts';
import type { Range } from './range.ts';

// What lists of analytics show, with all rows, as files. Only parts that are loaded later need them.

/** The visits of a page, or of all pages, by the values of a dimension. */
export const breakdownFile = (pageId: string | undefined, query: BreakdownQuestion): FileQuestion =>
  pageId === undefined
    ? [workspaceBreakdown, { query }]
    : [analyticsBreakdown, { path: { page_id: pageId }, query }];

/** The audiences that had visits, of a page or of all pages. */
export function audiencesFile(
  pageId: string | undefined,
  range: Range,
  question: AudienceQuestion,
): FileQuestion {
  const query = audienceQuery(range, question);
  return pageId === undefined
    ? [workspaceAudiences, { query }]
    : [audienceAnalytics, { path: { page_id: pageId }, query: { ...query, names: 'true' } }];
}

/** All who came in a range, by name. */
export const cameFile = (kind: CameKind, range: Range, filter: VisitFilter): FileQuestion => [
  kind === 'account' ? accountAnalytics : personAnalytics,
  { query: cameQuery(range, { filter, names: 'true' }) },
];
