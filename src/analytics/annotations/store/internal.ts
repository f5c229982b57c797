import { eq, getTableColumns } from 'drizzle-orm';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf, toTimestamp } from '../../../lib/time.ts';
import { annotations } from '../../tables/annotations.ts';
import type { Annotation, AnnotationCreate, AnnotationUpdate } from '../schemas.ts';

/** Annotations. */
export const annotationRecord = record({
  table: annotations,
  id: 'annotationId',
  prefix: 'annotation',
  columns: getTableColumns(annotations),
  toItem: (row): Annotation => ({
    annotationId: row.annotationId,
    pageId: row.pageId,
    text: row.text,
    happenedAt: toTimestamp(row.happenedAt),
    author: row.author,
    ...timesOf(row, ['createdAt', 'updatedAt']),
  }),
  orThrow: orThrow('annotation_not_found', 'There is no annotation with this id.'),
  emptied: { text: '', author: '' },
});

/** The condition that a page exists. Undefined for no page. */
const pageExists = (pageId: Param<string | null> | undefined) =>
  pageId && existsIn(pages, eq(pages.pageId, pageId));

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
