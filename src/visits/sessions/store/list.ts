import { and, eq, sql } from 'drizzle-orm';
import type { Question } from '../../../analytics/question.ts';
import { askWith, questionOf } from '../../../analytics/store/ask.ts';
import { countIn, selectCount, selectEnds } from '../../../analytics/store/count.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { latestStarts } from '../../../analytics/store/latest-starts.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { placeOrThrow, selectPlace } from '../../../content/audiences/store/internal.ts';
import { pageOrThrow } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type CursorBinding, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { rangeOf } from '../../../lib/range.ts';
import type { AudienceSessionList } from '../schemas.ts';
import { sessionColumns } from './internal.ts';
import { countFilteredOfPerson, selectOfPerson } from './list-of-person.ts';
import { withVisitorNames } from './names.ts';
import {
  type FilterParams,
  filterValues,
  isInRange,
  newestFirst,
  pageOf,
  passes,
  placeIn,
  type RangeParams,
  type SessionQuestion,
} from './select.ts';

const table = audienceSessions;

/** How many sessions a filtered list looks at before it looks for others in the blocks. */
const lookedAt = 400;

interface PageParams extends RangeParams, FilterParams {
  /** Undefined for all pages. */
  pageId: Param<string> | undefined;
  take: Param<number>;
}

const isOf = (pageId: PageParams['pageId']) => pageId && eq(table.pageId, pageId);

const selectSessions = statement(
  ({ pageId, take, ...range }: RangeParams & Pick<PageParams, 'pageId' | 'take'>) =>
    build
      .select(sessionColumns)
      .from(table)
      .where(and(isOf(pageId), isInRange(range)))
      .orderBy(...newestFirst)
      .limit(take),
);

/** Selects the sessions that pass, among the first of the range. */
const selectFiltered = statement(
  ({ pageId, take, filters, has, state, now, audienceId, ...range }: PageParams) => {
    const isOfPage = and(isOf(pageId), isInRange({ ...range, audienceId: undefined }));
    const first = sql`(select * from ${table} where ${isOfPage}
      order by ${sql.join(newestFirst, sql`, `)} limit ${lookedAt})`;
    return build
      .select(sessionColumns)
      .from(sql`${first} as ${table}`)
      .where(and(audienceId && eq(table.audienceId, audienceId), passes({ filters, has, state, now })))
      .orderBy(...newestFirst)
      .limit(take);
  },
);

/** Selects the sessions that pass, among those with certain starts: a JSON array. */
const selectStarted = statement(
  ({ pageId, take, filters, has, state, now, starts, ...range }: PageParams & { starts: Param<string> }) =>
    build
      .select(sessionColumns)
      .from(sql`json_each(${starts}) as item cross join ${table}`)
      .where(
        and(
          isOf(pageId),
          sql`${table.sessionStartedAt} = item.value`,
          isInRange(range),
          passes({ filters, has, state, now }),
        ),
      )
      .orderBy(...newestFirst)
      .limit(take),
);

type SessionListing = SessionQuestion & Listing;

/** What a list asks for, with its cursor and filters resolved. */
function resolve(
  pageId: string | undefined,
  { startDate, endDate, audienceId, cursor, limit, personId, ...rest }: SessionListing,
) {
  const { filters, state } = rest;
  const hasFilters = Object.values({ ...filters, ...state }).some((value) => value != null);
  const binding: CursorBinding = [
    ...(['audience_sessions', pageId, audienceId, startDate, endDate] as const),
    ...(hasFilters || personId !== undefined ? [personId, JSON.stringify([filters, state])] : []),
  ];
  const { after } = pageAsked(binding, { limit, cursor }, placeIn).place;
  const scan = { pageId, audienceId, ...rangeOf({ startDate, endDate }), after };
  const now = Date.now();
  // An audience is a filter as any other: an index for it would be a row more for each visit.
  const isFiltered = hasFilters || audienceId !== undefined;
  return { binding, isFiltered, scan, filtered: { ...scan, ...filterValues(rest), now }, now };
}

/**
 * Sessions of a page, or without `pageId` of all pages, latest start first. Filtered ones are looked for among the newest;
 * if these are not enough, blocks say when others began. Throws `page_not_found`, `audience_not_found`,
 * `too_many_values`.
 */
export async function listSessions(
  db: Database,
  pageId: string | undefined,
  listing: SessionListing,
): Promise<AudienceSessionList> {
  const { limit, personId, audienceId } = listing;
  if (pageId !== undefined && personId !== undefined)
    return listOfPageAndPerson(db, pageId, { ...listing, personId });
  const { binding, isFiltered, scan, filtered, now } = resolve(pageId, listing);
  const take = limit + 1;
  if (!isFiltered) {
    const { start, end } = scan;
    const [[counted], rows, ends] = await db.batch([
      selectCount({ pageId, start, end }),
      selectSessions({ ...scan, take }),
      selectEnds({ pageId, start, end }),
    ]);
    pageOrThrow(counted?.hasPage ? counted : undefined);
    const total = (counted?.sessions ?? 0) + countIn(ends, scan);
    return pageOf(rows, { limit, binding, now, total });
  }
  const question: Question = {
    ...questionOf({ pageId, audienceId, range: scan, filters: listing.filters }),
    isCount: true,
    hasRemoved: false,
    now,
    ...(Object.values(listing.state).some((value) => value !== null) ? { state: listing.state } : {}),
    find: { before: scan.after?.startedAt ?? scan.end, take, blocks: 'newest' },
  };
  const inquiry = new Inquiry(question);
  const [[page], [audience], first] = await askWith(
    db,
    [inquiry],
    [...selectPlace(scan), selectFiltered({ ...filtered, take })],
  );
  placeOrThrow(scan, page, audience);
  const total = inquiry.found.answer.sessions;

  let rows = first;
  let latest: readonly number[] = [];
  // With a cursor, others may have begun in the same millisecond as the last session of the page before.
  const hasAll = scan.after === undefined && rows.length === total;
  if (rows.length < take && !hasAll) {
    latest = await latestStarts(db, question, inquiry);
    const starts = new Set([...latest, ...(scan.after ? [scan.after.startedAt] : [])]);
    [rows] = await db.batch([selectStarted({ ...filtered, starts: JSON.stringify([...starts]), take })]);
  }
  // Some may have changed since, and do not pass any more. Others begin before those that were found.
  const oldest = latest.length === take ? latest.at(-1) : undefined;
  return pageOf(rows, { limit, binding, now, total, oldest });
}

/** As `listSessions`, of those whose form a person submitted. */
async function listOfPageAndPerson(
  db: Database,
  pageId: string,
  listing: SessionListing & { personId: string },
): Promise<AudienceSessionList> {
  const { limit, personId } = listing;
  const { binding, scan, filtered, now } = resolve(pageId, listing);
  const [[page], [audience], rows, [count]] = await db.batch([
    ...selectPlace(scan),
    selectOfPerson({ ...filtered, personId, take: limit + 1 }),
    countFilteredOfPerson({ ...filtered, ...scan, after: undefined, personId }),
  ]);
  placeOrThrow(scan, page, audience);
  return pageOf(rows, { limit, binding, now, total: count?.total ?? 0 });
}

/** As `listSessions`, and with `hasNames` with the names of who came. */
export async function sessionsOf(
  db: Database,
  pageId: string | undefined,
  { hasNames, ...listing }: SessionListing & { hasNames: boolean },
): Promise<AudienceSessionList> {
  const list = await listSessions(db, pageId, listing);
  return hasNames ? { ...list, items: await withVisitorNames(db, list.items) } : list;
}
