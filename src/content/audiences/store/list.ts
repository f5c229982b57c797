import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type List, type Listing, numberIn, pageAsked } from '../../../lib/cursor.ts';
import { personOrThrow, selectPersonExists } from '../../../people/persons/store/internal.ts';
import { persons } from '../../../people/tables/persons.ts';
import { pageColumns, pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audienceNames, audiences, pages } from '../../tables/pages.ts';
import type { Audience } from '../schemas.ts';
import { audienceColumns, shownAudiences, toAudience, toAudienceOf } from './select.ts';

const selectAudiences = statement(({ pageId, after, take }: ListParams & { pageId: Param<string> }) =>
  shownAudiences()
    .where(and(eq(audiences.pageId, pageId), after && lt(audiences.audienceId, after)))
    .orderBy(desc(audiences.audienceId))
    .limit(take),
);

/** Audiences of a page, newest first, archived ones included. Throws `page_not_found`. */
export async function listAudiences(db: Database, pageId: string, listing: Listing): Promise<List<Audience>> {
  const asked = pageAsked(['audiences', pageId], listing);
  const [[page], rows] = await db.batch([
    selectPage({ pageId }),
    selectAudiences({ pageId, ...asked.place }),
  ]);
  const ofPage = pageOrThrow(page);
  const toItem = (row: (typeof rows)[number]) => toAudience(row, ofPage);
  return asked.list(rows, ofPage.audiencesCount, (last) => last.audienceId, toItem);
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

const selectPagesOfPerson = statement(({ take, ...of }: OfPerson & ListParams) =>
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
  const asked = pageAsked(['person_audiences', personId], listing);
  const place = { personId, ...asked.place };
  const [[person], rows, ofPages, [total]] = await db.batch([
    selectPersonExists({ personId }),
    selectOfPerson(place),
    selectPagesOfPerson(place),
    countAudiences({ personId }),
  ]);
  personOrThrow(person);
  return asked.counted(rows, total, (last) => last.pageId, toAudienceOf(ofPages));
}

const matches = (words: Param<string>) => sql`audience_search match ${words}`;

interface MatchParams {
  words: Param<string>;
  after: Param<number> | undefined;
  take: Param<number>;
}

const isMatch = ({ words, after }: Pick<MatchParams, 'words' | 'after'>) =>
  and(
    matches(words),
    // As in people/persons/store/search.ts: an INTEGER for FTS5.
    after && sql`audience_search.rowid < cast(${after} as integer)`,
    sql`audience_search.rowid = ${audienceNames.seq}`,
    eq(audiences.audienceId, audienceNames.audienceId),
  );
const order = sql`audience_search.rowid desc`;

const selectMatches = statement(({ take, ...of }: MatchParams) =>
  build
    .select({ ...audienceColumns, seq: audienceNames.seq })
    .from(sql`audience_search`)
    .crossJoin(audienceNames)
    .crossJoin(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId))
    .where(isMatch(of))
    .orderBy(order)
    .limit(take),
);

const selectPages = statement(({ take, ...of }: MatchParams) =>
  build
    .select(pageColumns)
    .from(sql`audience_search`)
    .crossJoin(audienceNames)
    .crossJoin(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .where(isMatch(of))
    .orderBy(order)
    .limit(take),
);

const countMatches = statement(({ words }: { words: Param<string> }) =>
  countRows(sql`audience_search where ${matches(words)}`),
);

/** Audiences whose name matches an FTS5 query, last named first; counted to 1,000. Throws `invalid_cursor`. */
export async function searchAudiences(
  db: Database,
  words: string,
  listing: Listing,
): Promise<List<Audience, number | null>> {
  const asked = pageAsked(['audiences', 'query', words], listing, numberIn);
  const place = { words, ...asked.place };
  const [rows, ofPages, [total]] = await db.batch([
    selectMatches(place),
    selectPages(place),
    countMatches({ words }),
  ]);
  return asked.counted(rows, total, (last) => last.seq, toAudienceOf(ofPages));
}
