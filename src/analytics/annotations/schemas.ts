import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, listQuery } from '../../http/list-query.ts';
import { author, id, idFilter, idInput, instant, nameUpTo, textUpTo, timestamp } from '../../http/schemas.ts';
import { longestText } from './limits.ts';

const ofPage = 'Null: the whole workspace.';

export const Annotation = object('Annotation', {
  annotationId: id('annotation'),
  pageId: described(z.nullable(id('page')), ofPage),
  text: textUpTo(longestText),
  happenedAt: timestamp,
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Annotation = z.infer<typeof Annotation>;

const text = nameUpTo(longestText);
const pageId = described(z.nullish(idInput()), ofPage);
const happenedAt = instant.check(
  z.refine((value) => value >= '1970' && value < '2100', 'must be 1970 or later, and before 2100'),
  z.describe('The time on the chart: 1970 or later, and before 2100.'),
);

export const AnnotationCreate = strictObject('AnnotationCreate', { pageId, text, happenedAt });
export type AnnotationCreate = z.infer<typeof AnnotationCreate>;

export const AnnotationUpdate = strictObject('AnnotationUpdate', {
  pageId,
  text: z.optional(text),
  happenedAt: z.optional(happenedAt),
});
export type AnnotationUpdate = z.infer<typeof AnnotationUpdate>;

export const AnnotationListQuery = ranged(
  z.object({
    ...listQuery,
    ...dateRange('Annotations with `happenedAt`'),
    pageId: idFilter('Annotations of this page and of the workspace. Without it: of all pages too.'),
  }),
);
export type AnnotationListQuery = z.infer<typeof AnnotationListQuery>;

export const AnnotationList = object('AnnotationList', countedFields(Annotation));
export type AnnotationList = z.infer<typeof AnnotationList>;

export const AnnotationDeleted = object('AnnotationDeleted', {
  annotationId: id('annotation'),
  deletedAt: timestamp,
});
