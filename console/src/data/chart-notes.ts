import { type Annotation, listAnnotations } from '@footfall/client';
import { ask } from './api.ts';
import type { Question } from './query.ts';

/** So many annotations of a range are shown: the latest. */
export const mostAnnotations = 100;

/** Which annotations a chart has: the page's and the workspace's, or without a page all of them. */
export interface ChartNotes {
  pageId: string | undefined;
  startDate: string;
  endDate: string;
}

export interface ShownAnnotations {
  items: Annotation[];
  /** There are earlier ones, which are not shown. */
  hasMore: boolean;
}

/** The annotations of a range, latest first. */
export const chartNotesQuestion = ({
  pageId,
  startDate,
  endDate,
}: ChartNotes): Question<ShownAnnotations> => ({
  key: ['annotations', pageId, startDate, endDate],
  load: (signal) =>
    ask(listAnnotations, {
      query: { startDate, endDate, limit: mostAnnotations, ...(pageId && { pageId }) },
      signal,
    }),
});
