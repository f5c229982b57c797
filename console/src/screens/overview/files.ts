import { pageAnalytics, workspaceTimeseries } from '@footfall/client';
import type { VisitFilter } from '../../analytics/filters.ts';
import type { Range } from '../../analytics/range.ts';
import type { FileQuestion } from '../../data/file.ts';
import { pagesQuery, seriesQuery } from './data.ts';

// What the overview shows, with all rows, as files. They are loaded when one is wanted.

/** The figures of all pages that had visits. */
export const pages = (range: Range, filter: VisitFilter): FileQuestion[] => [
  [pageAnalytics, { query: pagesQuery(range, range.elapsed, { ...range, filter }) }],
];

/** The visits of all pages for each step. */
export const series = (range: Range, filter: VisitFilter): FileQuestion[] => [
  [workspaceTimeseries, { query: seriesQuery({ ...range, filter }) }],
];
