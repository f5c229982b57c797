import type { Annotation, AnnotationList } from '../../../src/analytics/annotations/schemas.ts';
import type { Problem, RequestOptions } from './client.ts';
import { once } from './replies.ts';

export const annotations = '/v0/annotations';
export const at = '2026-03-04T10:00:00.000Z';

export const post = (fields: object = {}, options?: RequestOptions) =>
  once<Annotation & Problem>('POST', annotations, { text: 'New price', happenedAt: at, ...fields }, options);
/** Creates an annotation. */
export const newAnnotation = async (fields: object = {}) => (await post(fields)).body;
export const pathOf = ({ annotationId }: { annotationId: string }) => `${annotations}/${annotationId}`;
export const list = async (query = '', options?: RequestOptions) =>
  (await once<AnnotationList>('GET', `${annotations}?${query}`, undefined, options)).body;
export const patch = (of: Annotation, fields: object, tag?: string) =>
  once<Annotation & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});
