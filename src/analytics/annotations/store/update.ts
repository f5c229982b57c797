import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { Annotation, AnnotationUpdate } from '../schemas.ts';
import { annotationRecord, pageExists } from './internal.ts';

interface ReviseParams {
  annotationId: Param<string>;
  /** Null for the whole workspace. */
  pageId: Param<string | null> | undefined;
  text: Param<string> | undefined;
  happenedAt: Param<number> | undefined;
  write: WriteParams;
}

const reviseAnnotation = statement(({ annotationId, write, ...changes }: ReviseParams, isOfPage: boolean) =>
  annotationRecord.revise(annotationId, write, changes, isOfPage ? pageExists(changes.pageId) : undefined),
);

/** Changes the given fields. Throws `annotation_not_found`, `precondition_failed`, `page_not_found`. */
export const updateAnnotation = (
  db: Database,
  annotationId: string,
  { pageId, text, happenedAt }: AnnotationUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Annotation>> => {
  const changes = { pageId, text, happenedAt: happenedAt === undefined ? undefined : Date.parse(happenedAt) };
  const isOfPage = typeof pageId === 'string';
  return annotationRecord.write(db, annotationId, changes, ifMatch, {
    write: (write) => reviseAnnotation({ annotationId, ...changes, write }, isOfPage),
    reads: [selectPage({ pageId: pageId ?? '' })],
    refuse: ([page]) => isOfPage && pageOrThrow(page),
  });
};
