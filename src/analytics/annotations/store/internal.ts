import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { pages } from '../../../content/tables/pages.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { annotations } from '../../tables/annotations.ts';
import type { Annotation } from '../schemas.ts';

export const annotationColumns = getTableColumns(annotations);
type Row = typeof annotations.$inferSelect;

export const toAnnotation = (row: Row): Annotation => ({
  annotationId: row.annotationId,
  pageId: row.pageId,
  text: row.text,
  happenedAt: toTimestamp(row.happenedAt),
  author: row.author,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

export const toTagged = (row: Row): Tagged<Annotation> => ({
  value: toAnnotation(row),
  etag: String(row.revision),
});

/** Selects an annotation, deleted or not, within a batch. */
export const selectAnnotation = statement(({ annotationId }: { annotationId: Param<string> }) =>
  build.select(annotationColumns).from(annotations).where(eq(annotations.annotationId, annotationId)),
);

/** The condition that a row is this annotation and not deleted. */
export const isLive = (annotationId: Param<string>) =>
  and(eq(annotations.annotationId, annotationId), isNull(annotations.deletedAt));

/** The condition that a page exists. Undefined for no page. */
export const pageExists = (pageId: Param<string | null> | undefined) =>
  pageId && existsIn(pages, eq(pages.pageId, pageId));

/** Throws `annotation_not_found` when there is no row. */
export const annotationOrThrow = orThrow('annotation_not_found', 'There is no annotation with this id.');

/** Throws `annotation_not_found` when there is no row or the annotation is deleted. */
export const liveAnnotationOrThrow = (row: Row | undefined): Row =>
  annotationOrThrow(row?.deletedAt === null ? row : undefined);
