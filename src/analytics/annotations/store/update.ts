import { and } from 'drizzle-orm';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { annotations } from '../../tables/annotations.ts';
import type { Annotation, AnnotationUpdate } from '../schemas.ts';
import { getAnnotationOrThrow } from './get.ts';
import { isLive, liveAnnotationOrThrow, pageExists, selectAnnotation, toTagged } from './internal.ts';

interface ReviseParams {
  annotationId: Param<string>;
  /** Null for the whole workspace. */
  pageId: Param<string | null> | undefined;
  text: Param<string> | undefined;
  happenedAt: Param<number> | undefined;
  write: WriteParams;
}

const reviseAnnotation = statement(({ annotationId, write, ...changes }: ReviseParams, isOfPage: boolean) =>
  revise(
    annotations,
    write,
    changes,
    and(
      isLive(annotationId),
      isCurrent(annotations.revision, write),
      isOfPage ? pageExists(changes.pageId) : undefined,
    ),
  ),
);

/** Changes the given fields. Throws `annotation_not_found`, `precondition_failed`, `page_not_found`. */
export async function updateAnnotation(
  db: Database,
  annotationId: string,
  { pageId, text, happenedAt }: AnnotationUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Annotation>> {
  if (pageId === undefined && text === undefined && happenedAt === undefined) {
    return matched(await getAnnotationOrThrow(db, annotationId), ifMatch);
  }
  const write = newWrite(ifMatch);
  const changes = { pageId, text, happenedAt: happenedAt === undefined ? undefined : Date.parse(happenedAt) };
  const [, [row], [page]] = await db.batch([
    reviseAnnotation({ annotationId, ...changes, write }, typeof pageId === 'string'),
    selectAnnotation({ annotationId }),
    selectPage({ pageId: pageId ?? '' }),
  ]);
  const found = liveAnnotationOrThrow(row);
  const annotation = toTagged(found);
  if (hasWrite(found, write)) return annotation;
  assertMatch(annotation.etag, ifMatch);
  if (typeof pageId === 'string') pageOrThrow(page);
  return annotation;
}
