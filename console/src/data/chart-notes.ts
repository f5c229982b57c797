import {
  type Annotation,
  deleteAnnotation,
  listAnnotations,
  listPublishes,
  type PublishList,
} from '@footfall/client';
import { ask } from './api.ts';
import { deleteLater, useDeleting } from './deleting.ts';
import { type QueryState, type Question, useQuery, useQuestion } from './query.ts';

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

/** The annotations of a range, latest first, without those that are being deleted. */
export function useAnnotations(notes: ChartNotes): QueryState<ShownAnnotations> {
  const isDeleting = useDeleting();
  const answer = useQuestion(chartNotesQuestion(notes));
  const { data } = answer;
  return {
    ...answer,
    data: data && {
      items: data.items.filter(({ annotationId }) => !isDeleting(annotationId)),
      hasMore: data.hasMore,
    },
  };
}

/** Deletes an annotation some seconds later, in which it can be undone. */
export const removeAnnotation = ({ annotationId }: Annotation): void =>
  deleteLater({
    id: annotationId,
    text: 'The note was deleted',
    send: () => ask(deleteAnnotation, { path: { annotation_id: annotationId }, keepalive: true }),
  });

/** So many publishes of a range are shown: the latest. */
export const mostPublishes = 100;

/** What was published of a page in a range, latest first. Without a page, nothing is asked. */
export const usePublishes = (
  pageId: string | undefined,
  { startDate, endDate }: { startDate: string; endDate: string },
): QueryState<PublishList> =>
  useQuery(pageId === undefined ? undefined : ['publishes', pageId, startDate, endDate], (signal) =>
    ask(listPublishes, {
      path: { page_id: pageId ?? '' },
      query: { startDate, endDate, limit: mostPublishes },
      signal,
    }),
  );
