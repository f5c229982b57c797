import { type Annotation, deleteAnnotation } from '@footfall/client';
import { ask } from './api.ts';
import { type ChartNotes, chartNotesQuestion, type ShownAnnotations } from './chart-notes.ts';
import { deleteLater, useDeleting } from './deleting.ts';
import { type QueryState, useQuestion } from './query.ts';

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
