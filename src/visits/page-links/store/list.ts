import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { askWith } from '../../../analytics/store/ask.ts';
import { type AudiencePath, placeOrThrow, selectPlace } from '../../../content/audiences/store/internal.ts';
import { audiences } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { mergedFrom, mergedPlace } from '../../../db/merged.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type Listing, numberIn, pageAsked } from '../../../lib/cursor.ts';
import type { DateRange } from '../../../lib/range.ts';
import { personOrThrow, selectPersonExists } from '../../../people/persons/store/internal.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { AudiencePageLinkList, PersonPageLinkList } from '../schemas.ts';
import { pageLinkColumns, toPageLink, visitsByLink } from './internal.ts';

const entry = alias(pageLinks, 'entry');
/** The condition that the link of an index entry is live and leads to the audience. */
const leadsTo = (audienceId: SQL) => and(sql`${entry.audienceId} = ${audienceId}`, isNull(entry.deletedAt));

/** Selects live links to audiences of a person, newest first. It reads an index entry for each of either. */
const selectLinks = statement(
  ({ personId, before, take }: { personId: Param<string> } & Record<'before' | 'take', Param<number>>) => {
    const noId = sql`''`;
    const merged = mergedFrom({
      from: sql`${audiences} where ${audiences.personId} = ${personId}`,
      names: { ofAudience: sql`${audiences.audienceId}` },
      entries: {
        table: sql`${pageLinks} as ${entry}`,
        entry: { at: sql`${entry.seq}`, id: noId },
        isOf: ({ ofAudience }) => ofAudience && leadsTo(ofAudience),
      },
      start: sql`0`,
      before: { at: before, id: noId },
      take,
    });
    return build
      .select(pageLinkColumns)
      .from(merged)
      .crossJoin(pageLinks)
      .where(eq(pageLinks.seq, mergedPlace.at))
      .orderBy(sql`merged.place desc`);
  },
);

const countLinks = statement(({ personId }: { personId: Param<string> }) =>
  countRows(
    sql`${audiences} cross join ${pageLinks} as ${entry}
      where ${audiences.personId} = ${personId} and ${leadsTo(sql`${audiences.audienceId}`)}`,
  ),
);

/**
 * Live links to audiences of a person, newest first; with a date, with visits. Throws `person_not_found`,
 * `too_many_values`.
 */
export async function listLinksOfPerson(
  db: Database,
  personId: string,
  listing: Listing & DateRange,
): Promise<PersonPageLinkList> {
  const visits = visitsByLink(listing);
  const asked = pageAsked(['person_page_links', personId, ...visits.binding], listing, numberIn);
  const { after: before = Number.MAX_SAFE_INTEGER, take } = asked.place;
  const [[person], rows, [total]] = await askWith(db, visits.inquiries, [
    selectPersonExists({ personId }),
    selectLinks({ personId, before, take }),
    countLinks({ personId }),
  ]);
  personOrThrow(person);
  return { ...asked.counted(rows, total, (last) => last.seq, visits.toItem), ...visits.more() };
}

type OfAudience = { audienceId: Param<string> };

/** The condition that a link is live and leads to the audience. A link to a page has no audience. */
const isOfAudience = ({ audienceId }: OfAudience) =>
  and(eq(pageLinks.audienceId, audienceId), isNull(pageLinks.deletedAt));

const selectOfAudience = statement(({ after, take, ...of }: OfAudience & ListParams<number>) =>
  build
    .select(pageLinkColumns)
    .from(pageLinks)
    .where(and(isOfAudience(of), after && lt(pageLinks.seq, after)))
    .orderBy(desc(pageLinks.seq))
    .limit(take),
);

const countOfAudience = statement((of: OfAudience) => countRows(sql`${pageLinks} where ${isOfAudience(of)}`));

/** Live links to an audience, newest first; counted to 1,000. Throws `page_not_found`, `audience_not_found`. */
export async function listLinksOfAudience(
  db: Database,
  path: AudiencePath,
  listing: Listing,
): Promise<AudiencePageLinkList> {
  const { pageId, audienceId } = path;
  const asked = pageAsked(['audience_page_links', pageId, audienceId], listing, numberIn);
  const [[page], [audience], rows, [total]] = await db.batch([
    ...selectPlace(path),
    selectOfAudience({ audienceId, ...asked.place }),
    countOfAudience({ audienceId }),
  ]);
  placeOrThrow(path, page, audience);
  return asked.counted(rows, total, (last) => last.seq, toPageLink);
}
