import { and } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { annotations } from '../../tables/annotations.ts';
import type { AnnotationDeleted } from '../schemas.ts';
import { annotationOrThrow, isLive, selectAnnotation } from './internal.ts';

const markDeleted = statement(
  ({ annotationId, write }: { annotationId: Param<string>; write: WriteParams }) =>
    revise(
      annotations,
      write,
      { text: '', author: '', deletedAt: write.now },
      and(isLive(annotationId), isCurrent(annotations.revision, write)),
    ),
);

/**
 * Deletes an annotation with its text. A second call changes nothing. Throws `annotation_not_found`,
 * `precondition_failed`.
 */
export async function deleteAnnotation(
  db: Database,
  annotationId: string,
  ifMatch: IfMatch,
): Promise<Tagged<AnnotationDeleted>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([
    markDeleted({ annotationId, write }),
    selectAnnotation({ annotationId }),
  ]);
  const { deletedAt, revision } = annotationOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { annotationId, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
