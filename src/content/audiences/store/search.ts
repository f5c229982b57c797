import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import {
  type CursorBinding,
  countedFrom,
  type List,
  type Listing,
  numberPlaceOf,
} from '../../../lib/cursor.ts';
import { persons } from '../../../people/tables/persons.ts';
import { pageColumns } from '../../pages/store/internal.ts';
import { audienceNames, audiences } from '../../tables/audiences.ts';
import { pages } from '../../tables/pages.ts';
import type { Audience } from '../schemas.ts';
import { audienceColumns, toAudienceOf } from './select.ts';

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
  const binding: CursorBinding = ['audiences', 'query', words];
  const place = { words, ...numberPlaceOf(binding, listing) };
  const [rows, ofPages, [total]] = await db.batch([
    selectMatches(place),
    selectPages(place),
    countMatches({ words }),
  ]);
  return countedFrom(binding, listing, rows, total, (last) => last.seq, toAudienceOf(ofPages));
}
