import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { type NumberedPlace, numberedPlace, pageAsked } from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import { annotations } from '../../tables/annotations.ts';
import type { AnnotationList, AnnotationListQuery } from '../schemas.ts';
import { annotationRecord } from './internal.ts';

const { annotationId, pageId, happenedAt, deletedAt } = annotations;

interface RangeParams {
  /** Undefined for all pages. */
  pageId: Param<string> | undefined;
  start: Param<number>;
  /** Everything is earlier, or has a smaller id at the same time. */
  before: ParamsOf<NumberedPlace>;
}

/** The condition that a row is not deleted, in the range, and of the page if there is one. */
const isIn = (page: SQL | undefined, { start, before }: Omit<RangeParams, 'pageId'>) =>
  and(
    isNull(deletedAt),
    page,
    gte(happenedAt, start),
    sql`(${happenedAt}, ${annotationId}) < (${before.number}, ${before.id})`,
  );

const rowsIn = (page: SQL | undefined, range: Omit<RangeParams, 'pageId'>) =>
  build.select(annotationRecord.columns).from(annotations).where(isIn(page, range));

// Each of the two lists is in the order of the index, and SQLite merges them.
const selectAnnotations = statement(
  ({ pageId: ofPage, take, ...range }: RangeParams & { take: Param<number> }) =>
    (ofPage
      ? rowsIn(eq(pageId, ofPage), range).unionAll(rowsIn(isNull(pageId), range))
      : rowsIn(undefined, range)
    )
      .orderBy(sql`"happenedAt" desc`, sql`"annotationId" desc`)
      .limit(take),
);

const countAnnotations = statement(({ pageId: ofPage, ...range }: RangeParams) => {
  const rows = (page?: SQL) => sql`${annotations} where ${isIn(page, range)}`;
  return countRows(
    ofPage ? sql`${rows(eq(pageId, ofPage))} union all select 1 from ${rows(isNull(pageId))}` : rows(),
  );
});

/** Annotations by `happenedAt`, latest first; counted to 1,000. With a page: its own, and the workspace's. */
export async function listAnnotations(
  db: Database,
  { pageId, startDate, endDate, ...listing }: AnnotationListQuery,
): Promise<AnnotationList> {
  const asked = pageAsked(['annotations', pageId, startDate, endDate], listing, numberedPlace);
  const { after, take } = asked.place;
  const { start, end } = rangeOf({ startDate, endDate });
  const all = { number: end, id: '' };
  const [rows, [total]] = await db.batch([
    selectAnnotations({ pageId, start, before: after ?? all, take }),
    countAnnotations({ pageId, start, before: all }),
  ]);
  const keyOf = (last: (typeof rows)[number]) => `${last.happenedAt}.${last.annotationId}`;
  return asked.counted(rows, total, keyOf, annotationRecord.toItem);
}
