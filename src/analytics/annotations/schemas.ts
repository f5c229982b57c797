import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { countedFields, listQuery } from '../../http/list-query.ts';
import { author, id, idFilter, idInput, instant, nameUpTo, textUpTo, timestamp } from '../../http/schemas.ts';

const longestText = 200;
const ofPage = 'Null: the whole workspace.';

export const Annotation = z
  .object({
    annotationId: id('annotation'),
    pageId: z.nullable(id('page')).check(z.describe(ofPage)),
    text: textUpTo(longestText),
    happenedAt: timestamp,
    author,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .check(z.meta({ id: 'Annotation' }));
export type Annotation = z.infer<typeof Annotation>;

const text = nameUpTo(longestText);
const pageId = z.nullish(idInput()).check(z.describe(ofPage));
const happenedAt = instant.check(
  z.refine((value) => value >= '1970' && value < '2100', 'must be 1970 or later, and before 2100'),
  z.describe('The time on the chart: 1970 or later, and before 2100.'),
);

export const AnnotationCreate = z
  .strictObject({ pageId, text, happenedAt })
  .check(z.meta({ id: 'AnnotationCreate' }));
export type AnnotationCreate = z.infer<typeof AnnotationCreate>;

export const AnnotationUpdate = z
  .strictObject({ pageId, text: z.optional(text), happenedAt: z.optional(happenedAt) })
  .check(z.meta({ id: 'AnnotationUpdate' }));
export type AnnotationUpdate = z.infer<typeof AnnotationUpdate>;

export const AnnotationListQuery = ranged(
  z.object({
    ...listQuery,
    ...dateRange('Annotations with `happenedAt`'),
    pageId: idFilter('Annotations of this page and of the workspace. Without it: of all pages too.'),
  }),
);
export type AnnotationListQuery = z.infer<typeof AnnotationListQuery>;

export const AnnotationList = z.object(countedFields(Annotation)).check(z.meta({ id: 'AnnotationList' }));
export type AnnotationList = z.infer<typeof AnnotationList>;

export const AnnotationDeleted = z
  .object({ annotationId: id('annotation'), deletedAt: timestamp })
  .check(z.meta({ id: 'AnnotationDeleted' }));
export type AnnotationDeleted = z.infer<typeof AnnotationDeleted>;
