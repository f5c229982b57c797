import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import {
  type CursorBinding,
  countedFrom,
  type List,
  type Listing,
  listFrom,
  placeOf,
} from '../../../lib/cursor.ts';
import { personOrThrow, selectPersonExists } from '../../../people/persons/store/internal.ts';
import { pageColumns, pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences } from '../../tables/audiences.ts';
import { pages } from '../../tables/pages.ts';
import type { Audience } from '../schemas.ts';
import { shownAudiences, toAudience, toAudienceOf } from './select.ts';

const selectAudiences = statement(({ pageId, after, take }: ListParams & { pageId: Param<string> }) =>
  shownAudiences()
    .where(and(eq(audiences.pageId, pageId), after && lt(audiences.audienceId, after)))
    .orderBy(desc(audiences.audienceId))
    .limit(take),
);

/** Audiences of a page, newest first, archived ones included. Throws `page_not_found`. */
export async function listAudiences(db: Database, pageId: string, listing: Listing): Promise<List<Audience>> {
  const binding: CursorBinding = ['audiences', pageId];
  const [[page], rows] = await db.batch([
    selectPage({ pageId }),
    selectAudiences({ pageId, ...placeOf(binding, listing) }),
  ]);
  const ofPage = pageOrThrow(page);
  return listFrom(
    binding,
    listing,
    rows,
    ofPage.audiencesCount,
    (last) => last.audienceId,
    (row) => toAudience(row, ofPage),
  );
}

interface OfPerson {
  personId: Param<string>;
}

/** A page has one audience for a person at most, so an audience has the place of its page. */
const behind = ({ personId, after }: OfPerson & Pick<ListParams, 'after'>) =>
  and(eq(audiences.personId, personId), after && lt(audiences.pageId, after));

const selectOfPerson = statement(({ take, ...of }: OfPerson & ListParams) =>
  shownAudiences().where(behind(of)).orderBy(desc(audiences.pageId)).limit(take),
);

const selectPages = statement(({ take, ...of }: OfPerson & ListParams) =>
  build
    .select(pageColumns)
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .where(behind(of))
    .orderBy(desc(audiences.pageId))
    .limit(take),
);

const countAudiences = statement(({ personId }: OfPerson) =>
  countRows(sql`${audiences} where ${audiences.personId} = ${personId}`),
);

/** Audiences made for a person, by page, newest first, archived too; counted to 1,000. Throws `person_not_found`. */
export async function listAudiencesOfPerson(
  db: Database,
  personId: string,
  listing: Listing,
): Promise<List<Audience, number | null>> {
  const binding: CursorBinding = ['person_audiences', personId];
  const place = { personId, ...placeOf(binding, listing) };
  const [[person], rows, ofPages, [total]] = await db.batch([
    selectPersonExists({ personId }),
    selectOfPerson(place),
    selectPages(place),
    countAudiences({ personId }),
  ]);
  personOrThrow(person);
  return countedFrom(binding, listing, rows, total, (last) => last.pageId, toAudienceOf(ofPages));
}
