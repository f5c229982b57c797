import { pageOrThrow } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import type { NewRow } from '../../../db/record.ts';
import { statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { annotations } from '../../tables/annotations.ts';
import type { Annotation, AnnotationCreate } from '../schemas.ts';
import { annotationRecord, pageExists } from './internal.ts';

const insertAnnotation = statement((row: NewRow<typeof annotations>) =>
  annotationRecord.insert(row, pageExists(row.pageId)),
);

/** Creates an annotation. Throws `page_not_found`. */
export const createAnnotation = (
  db: Database,
  { pageId, text, happenedAt }: AnnotationCreate,
  author: string,
): Promise<Tagged<Annotation>> => {
  const values = { pageId: pageId ?? undefined, text, happenedAt: Date.parse(happenedAt), author };
  return annotationRecord.create(db, values, {
    write: insertAnnotation,
    refuse: () => pageOrThrow(undefined),
  });
};
