import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { mergedFrom, mergedPlace, type Place } from '../../../db/merged.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { type PeopleOf, peopleOf } from '../../../people/accounts/store/internal.ts';
import { persons } from '../../../people/tables/persons.ts';
import { effectiveNameOf } from '../../audiences/store/select.ts';
import { audiences, audienceVersions } from '../../tables/audiences.ts';

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
