import { type Call, json, Problem, tagged } from './http.ts';
import { timestamp, timestampOrNull } from './ids.ts';
import { cursorOf, encodeCursor, limitOf, page } from './lists.ts';

interface PersonRow {
  seq: number;
  revision: number;
  personId: string;
  name: string;
  email: string | null;
  domain: string | null;
  slug: string;
  phoneNumber: string | null;
  linkedinProfileUrl: string | null;
  createdAt: number;
  updatedAt: number;
  /** 0 before the first visit. */
  latestVisitAt: number;
}

const columns = `seq, person_id as personId, name, email, domain, slug, phone_number as phoneNumber,
  linkedin_profile_url as linkedinProfileUrl, created_at as createdAt, updated_at as updatedAt, revision,
  latest_visit_at as latestVisitAt`;

const toPerson = (row: PersonRow) => ({
  personId: row.personId,
  name: row.name,
  email: row.email,
  domain: row.domain,
  slug: row.slug,
  phoneNumber: row.phoneNumber,
  linkedinProfileUrl: row.linkedinProfileUrl,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  latestVisitAt: timestampOrNull(row.latestVisitAt || null),
});

export async function getPerson(call: Call): Promise<Response> {
  const [[row]] = await call.db.batch<[PersonRow[]]>([
    call.db.sql(`select ${columns} from persons where person_id = ?1`, call.ids[0]),
  ]);
  if (!row) throw new Problem(404, 'person_not_found', 'There is no person with this id.');
  return tagged(call, toPerson(row), String(row.revision));
}

/** Lower case without accents. */
export const fold = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');

/** Marks the start of a word in the search index, for words below three characters. */
export const wordStart = '\u0002\u0002';

/** The FTS5 query for the text of a user. Each word is a phrase, so that FTS5 reads nothing in it as syntax. */
function matchOf(query: string): string | null {
  const words = new Set(
    fold(query)
      .split(/[\s\p{Cc}]+/u)
      .filter(Boolean),
  );
  const phrases = [...words].map((word) => {
    const prefix = [...word].length < 3 ? wordStart : '';
    return `"${prefix}${word.replaceAll('"', '""')}"`;
  });
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

/** The most matches that are counted. */
const countedTo = 1000;

// CROSS JOIN keeps this order: the index newest first, then the matching persons.
const searchSql = `select ${columns} from person_search cross join persons on persons.seq = person_search.rowid
  where person_search match ?1 and person_search.rowid < cast(?2 as integer)
  order by person_search.rowid desc limit ?3`;
const countSql = `select count(*) as total
  from (select 1 from person_search where person_search match ?1 limit ${countedTo + 1})`;
const listSql = `select ${columns} from persons where seq < ?1 order by seq desc limit ?2`;
const totalSql = `select value as total from counters where name = 'persons'`;

export async function searchPersons(call: Call): Promise<Response> {
  const { db, url } = call;
  const match = matchOf(url.searchParams.get('query') ?? '');
  const limit = limitOf(call);
  const scope = ['persons', match];
  const before = Number(cursorOf(call, scope) ?? Number.MAX_SAFE_INTEGER);
  const [rows, [count]] = await db.batch<[PersonRow[], { total: number }[]]>(
    match === null
      ? [db.sql(listSql, before, limit + 1), db.sql(totalSql)]
      : [db.sql(searchSql, match, before, limit + 1), db.sql(countSql, match)],
  );
  const total = count?.total ?? 0;
  const cursorAt = (seq: number) => encodeCursor(scope, seq);
  const list = page(rows, limit, match !== null && total > countedTo ? null : total, toPerson, () => '');
  // In this list only, the cursor is never null.
  const last = rows[list.items.length - 1]?.seq ?? (before === Number.MAX_SAFE_INTEGER ? 0 : before);
  return json(call, { ...list, nextCursor: cursorAt(last) });
}
