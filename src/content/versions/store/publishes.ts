import { and, eq, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { mergedFrom, mergedPlace, type Place } from '../../../db/merged.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { type NumberedPlace, numberedPlace, pageAsked } from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { type PeopleOf, peopleOf } from '../../../people/accounts/store/internal.ts';
import { persons } from '../../../people/tables/persons.ts';
import { effectiveNameOf } from '../../audiences/store/select.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences, audienceVersions, publishes } from '../../tables/pages.ts';
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
  const asked = pageAsked(['publishes', page, startDate, endDate], listing, numberedPlace);
  const { after, take } = asked.place;
  const { start, end } = rangeOf({ startDate, endDate });
  const all = { number: end, id: '' };
  const [[found], rows, [total]] = await db.batch([
    selectPage({ pageId: page }),
    selectPublishes({ pageId: page, start, before: after ?? all, take }),
    countPublishes({ pageId: page, start, before: all }),
  ]);
  pageOrThrow(found);
  return asked.counted(
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

interface PublishedParams {
  /** The person, or the account of the persons. */
  id: Param<string>;
  start: Param<number>;
  before: Place<Param<number>, Param<string>>;
  take: Param<number>;
}

/**
 * Selects published versions of audiences that were made for a person, or for the persons of an account, latest
 * publish first. Archived audiences count. It reads an entry of an index for each audience, and for each version that it
 * finds.
 */
export const selectPublished = statement(({ id, ...range }: PublishedParams, of: PeopleOf) => {
  const entry = alias(audienceVersions, 'entry');
  const merged = mergedFrom({
    ...range,
    from: sql`${peopleOf(of, id)} as owner cross join ${audiences} where ${audiences.personId} = owner.id`,
    names: { ofAudience: sql`${audiences.audienceId}` },
    entries: {
      table: sql`${audienceVersions} as ${entry}`,
      entry: { at: sql`${entry.publishedAt}`, id: sql`${entry.versionId}` },
      isOf: (list) => sql`${entry.audienceId} = ${list.ofAudience}`,
    },
  });
  return build
    .select({
      audienceId: audiences.audienceId,
      audienceNumber: audiences.audienceNumber,
      customName: audiences.customName,
      pageId: audiences.pageId,
      personId: persons.personId,
      personName: persons.name,
      versionId: audienceVersions.versionId,
      versionNumber: audienceVersions.versionNumber,
      publishedAt: sql<number>`${audienceVersions.publishedAt}`,
    })
    .from(merged)
    .crossJoin(audienceVersions)
    .crossJoin(audiences)
    .crossJoin(persons)
    .where(
      and(
        eq(audienceVersions.versionId, mergedPlace.id),
        sql`${audiences.audienceId} = merged.ofAudience`,
        eq(persons.personId, audiences.personId),
      ),
    )
    .orderBy(sql`merged.place desc`);
});
type PublishedRow = NonNullable<ReturnType<typeof selectPublished>['row']>;

/** A publish for an answer. */
export const toPublish = ({ audienceNumber, customName, personName, publishedAt, ...row }: PublishedRow) => ({
  ...row,
  audienceName: effectiveNameOf({ customName, audienceNumber, personName }),
  publishedAt: toTimestamp(publishedAt),
});
