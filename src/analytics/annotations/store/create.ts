import { pageOrThrow } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { annotations } from '../../tables/annotations.ts';
import type { Annotation, AnnotationCreate } from '../schemas.ts';
import { pageExists, selectAnnotation, toTagged } from './internal.ts';

interface InsertParams {
  annotationId: Param<string>;
  /** Undefined for the whole workspace. */
  pageId: Param<string> | undefined;
  text: Param<string>;
  happenedAt: Param<number>;
  author: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertAnnotation = statement(({ now, ...row }: InsertParams) =>
  insertWhere(
    annotations,
    { ...row, revision: 1, createdAt: now, updatedAt: now },
    pageExists(row.pageId),
    annotations.annotationId,
  ),
);

/** Creates an annotation. Throws `page_not_found`. */
export async function createAnnotation(
  db: Database,
  { pageId, text, happenedAt }: AnnotationCreate,
  author: string,
): Promise<Tagged<Annotation>> {
  const annotationId = newId('annotation');
  const [, [created]] = await db.batch([
    insertAnnotation({
      annotationId,
      pageId: pageId ?? undefined,
      text,
      happenedAt: Date.parse(happenedAt),
      author,
      writeIds: newId('write'),
      now: Date.now(),
    }),
    selectAnnotation({ annotationId }),
  ]);
  return toTagged(pageOrThrow(created));
}
