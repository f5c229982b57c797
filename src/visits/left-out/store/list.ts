import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { damagedCursor, pageAsked } from '../../../lib/cursor.ts';
import { leftOutCounts } from '../../tables/left-out.ts';
import { dayOf, startOf } from '../reasons.ts';
import type { LeftOutCount, LeftOutList, LeftOutQuery } from '../schemas.ts';

const { pageId, day, reason, count } = leftOutCounts;
const columns = { pageId, day, reason, count };

type Place = { day: number; pageId: string; reason: string };

interface ListParams {
  pageId: Param<string> | undefined;
  /** Days since 1970. */
  start: Param<number>;
  end: Param<number>;
  /** The count after which the page begins. */
  after: ParamsOf<Place> | undefined;
  take: Param<number>;
}

const selectCounts = statement(({ pageId: ofPage, start, end, after, take }: ListParams) =>
  build
    .select(columns)
    .from(leftOutCounts)
    .where(
      and(
        ofPage && eq(pageId, ofPage),
        gte(day, start),
        // With a cursor, the unary plus makes SQLite start in the index at the cursor, not at the end of the range.
        after ? sql`+${day} < ${end}` : lt(day, end),
        after &&
          (ofPage
            ? sql`(${day}, ${reason}) < (${after.day}, ${after.reason})`
            : sql`(${day}, ${pageId}, ${reason}) < (${after.day}, ${after.pageId}, ${after.reason})`),
      ),
    )
    .orderBy(...(ofPage ? [desc(day), desc(reason)] : [desc(day), desc(pageId), desc(reason)]))
    .limit(take),
);

type Row = NonNullable<ReturnType<typeof selectCounts>['row']>;

const toCount = ({ day, pageId, reason, count }: Row): LeftOutCount => ({
  date: new Date(startOf(day)).toISOString().slice(0, 10),
  pageId: pageId || null,
  reason,
  count,
});

/** The place of a count in the list, from a cursor. Throws `invalid_cursor`. */
function placeIn(key: string): Place {
  const [, day, reason, pageId] = /^(\d{1,7})\.([a-z_]{1,20})\.(.*)$/s.exec(key) ?? [];
  if (day === undefined || reason === undefined || pageId === undefined) throw damagedCursor();
  return { day: Number(day), reason, pageId };
}

/** A time after every visit, in the year 9999. */
const endOfTime = Date.UTC(9999, 11, 31);

/** How many visits were excluded, by day, page and reason: the UTC days that the range touches, latest first. */
export async function listLeftOut(
  db: Database,
  { startDate, endDate, pageId, ...listing }: LeftOutQuery,
): Promise<LeftOutList> {
  const [start, end] = [Date.parse(startDate ?? '1970-01-01'), Date.parse(endDate ?? '9999-12-31')];
  const days = { start: dayOf(start), end: dayOf(Math.min(end, endOfTime) - 1) + 1 };
  const asked = pageAsked(['left_out', pageId, startDate, endDate], listing, placeIn);
  const [rows] = await db.batch([selectCounts({ pageId, ...days, ...asked.place })]);
  const keyOf = (last: Row) => `${last.day}.${last.reason}.${last.pageId}`;
  return asked.items(rows, keyOf, toCount);
}
