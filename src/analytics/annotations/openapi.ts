import { pageExample } from '../../content/pages/openapi.ts';
import { answerOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { Annotation, AnnotationDeleted, AnnotationList } from './schemas.ts';

const example: Annotation = {
  annotationId: 'annotation_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageId: pageExample.pageId,
  text: 'New price',
  happenedAt: '2026-11-20T08:00:00.000Z',
  author: 'zoe@northwind.example',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const { annotationId, pageId, text, happenedAt } = example;
const answer = answerOf(Annotation, 'The annotation.', example);

export const annotationOperations = operationsOf('Annotations', {
  'GET /v0/annotations': {
    id: 'listAnnotations',
    summary: 'List annotations, by when they happened, latest first',
    description: 'With `pageId`: annotations of the page and of the whole workspace.',
    answer: pageOf(AnnotationList, 'A page of annotations.', example),
  },
  'POST /v0/annotations': {
    id: 'createAnnotation',
    summary: 'Note something on the charts, of a page or of the whole workspace',
    description: 'The author follows from the key of the request.',
    example: { pageId, text, happenedAt },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['page_not_found'],
  },
  'GET /v0/annotations/{annotation_id}': {
    id: 'getAnnotation',
    summary: 'Read an annotation',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/annotations/{annotation_id}': {
    id: 'updateAnnotation',
    summary: 'Change an annotation, which keeps its author',
    example: { text: 'New prices' },
    answer: { ...answer, example: { ...example, text: 'New prices' } },
    tagged: 'write',
    errors: ['page_not_found'],
  },
  'DELETE /v0/annotations/{annotation_id}': {
    id: 'deleteAnnotation',
    summary: 'Delete an annotation with its text',
    ...deletionOf('annotation', AnnotationDeleted, { annotationId, deletedAt: '2026-11-21T10:00:00.000Z' }),
  },
});
