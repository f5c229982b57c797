import { and, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import {
  type CursorBinding,
  countedFrom,
  type NumberedPlace,
  numberedPlace,
  placeOf,
} from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { persons } from '../../../people/tables/persons.ts';
import { effectiveNameOf } from '../../audiences/store/select.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences } from '../../tables/audiences.ts';
import { publishes } from '../../tables/publishes.ts';
import type { PublishList, PublishListQuery } from '../schemas.ts';

const { pageId, publishedAt, versionId } = publishes;

interface RangeParams {
  pageId: Param<string>;
  start: Param<number>;
  /** Everything is earlier, or has a smaller id at the same time. */
  before: ParamsOf<NumberedPlace>;
}

const isIn = ({ pageId: page, start, before }: RangeParams) =>
  and(
    eq(pageId, page),
    gte(publishedAt, start),
    sql`(${publishedAt}, ${versionId}) < (${before.number}, ${before.id})`,
  );

const selectPublishes = statement(({ take, ...range }: RangeParams & { take: Param<number> }) =>
  build
    .select({
      audienceId: publishes.audienceId,
      audienceNumber: audiences.audienceNumber,
      customName: audiences.customName,
      personName: persons.name,
      versionId,
      versionNumber: publishes.versionNumber,
      publishedAt,
    })
    .from(publishes)
    .crossJoin(audiences)
    .leftJoin(persons, eq(persons.personId, audiences.personId))
    .where(and(isIn(range), eq(audiences.pageId, pageId), eq(audiences.audienceId, publishes.audienceId)))
    .orderBy(sql`${publishedAt} desc`, sql`${versionId} desc`)
    .limit(take),
);

const countPublishes = statement((range: RangeParams) => countRows(sql`${publishes} where ${isIn(range)}`));

/** What was published of a page, latest first, counted to 1,000. Throws `page_not_found`. */
export async function listPublishes(
  db: Database,
  page: string,
  { startDate, endDate, ...listing }: PublishListQuery,
): Promise<PublishList> {
  const binding: CursorBinding = ['publishes', page, startDate, endDate];
  const { start, end } = rangeOf({ startDate, endDate });
  const { after, take } = placeOf(binding, listing);
  const all = { number: end, id: '' };
  const [[found], rows, [total]] = await db.batch([
    selectPage({ pageId: page }),
    selectPublishes({ pageId: page, start, before: numberedPlace(after) ?? all, take }),
    countPublishes({ pageId: page, start, before: all }),
  ]);
  pageOrThrow(found);
  return countedFrom(
    binding,
    listing,
    rows,
    total,
    (last) => `${last.publishedAt}.${last.versionId}`,
    ({ audienceNumber, customName, personName, ...row }) => ({
      ...row,
      audienceName: effectiveNameOf({ customName, audienceNumber, personName }),
      publishedAt: toTimestamp(row.publishedAt),
    }),
  );
}
