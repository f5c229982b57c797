import { type Annotation, deleteAnnotation, listAnnotations } from '@footfall/client';
import { ask } from './api.ts';
import { deleteLater, useDeleting } from './deleting.ts';
import { type QueryState, useQuery } from './query.ts';

/** So many annotations of a range are shown: the latest. */
export const mostAnnotations = 100;

/** Which annotations a chart has: those of a page and of the workspace, or without a page those of all pages too. */
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

/** The annotations of a range, latest first, without those that are being deleted. */
export function useAnnotations(notes: ChartNotes | undefined): QueryState<ShownAnnotations> {
  const { pageId, startDate = '', endDate = '' } = notes ?? {};
  const isDeleting = useDeleting();
  const answer = useQuery(notes && ['annotations', pageId, startDate, endDate], (signal) =>
    ask(listAnnotations, {
      query: { startDate, endDate, limit: mostAnnotations, ...(pageId && { pageId }) },
      signal,
    }),
  );
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
    refetch: ['annotations'],
  });
