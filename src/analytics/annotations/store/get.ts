import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Annotation } from '../schemas.ts';
import { liveAnnotationOrThrow, selectAnnotation, toTagged } from './internal.ts';

/** An annotation. Throws `annotation_not_found`. */
export async function getAnnotationOrThrow(db: Database, annotationId: string): Promise<Tagged<Annotation>> {
  const [[row]] = await db.batch([selectAnnotation({ annotationId })]);
  return toTagged(liveAnnotationOrThrow(row));
}
