import { type SQL, sql } from 'drizzle-orm';
import { selectRanges } from '../../../analytics/store/clear.ts';
import { sealedAt } from '../../../analytics/store/unsealed.ts';
import { personSessionsBy, audienceSessions as table } from '../../../analytics/tables/sessions.ts';
import { tracesOf } from '../../../analytics/type-ids.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { sessionColumns } from '../../sessions/store/internal.ts';

// The visits of pages that were made for the person. No index has them, so they are found as an erasure finds them
// (analytics/worker/clear.ts): the blocks of the page say when they began.

/** The sessions that have the person, or an identifier of theirs: as an erasure finds them. */
const isForm = (personId: SQL): SQL => {
  const { person_id: _, ...byIdentifier } = personSessionsBy;
  const has = Object.entries(byIdentifier).map(([column, names]) => `${column} in (${names.join(', ')})`);
  return sql`(select analytics_session_id from audience_sessions where person_id = ${personId}
    union select analytics_session_id from persons cross join audience_sessions on ${sql.raw(has.join(' or '))}
      where persons.person_id = ${personId})`;
};

/** Whether the page of a visit, or the link to it, was made for a person that `compare` says. */
const isPageOf = (compare: SQL) => sql`(exists (select 1 from audiences
      where audiences.audience_id = audience_sessions.audience_id and audiences.person_id ${compare})
    or exists (select 1 from page_links join audiences on audiences.audience_id = page_links.audience_id
      where page_links.page_link_id = audience_sessions.page_link_id and audiences.person_id ${compare})
    or coalesce(audience_sessions.recipient_person_id ${compare}, 0))`;

/** The columns of a visit, and whether its page was made for the person, or for somebody else. */
const columns = (personId: SQL) => ({
  ...sessionColumns,
  accountId: table.accountId,
  isOwn: sql<number>`${isPageOf(sql`= ${personId}`)}`.as('isOwn'),
  isOfOther: sql<number>`${isPageOf(sql`<> ${personId}`)}`.as('isOfOther'),
});

/** Selects the visits whose form the person sent, or that have one of their identifiers. */
export const selectFormVisits = statement(
  ({ personId, after, take }: { personId: Param<string>; after: Param<string>; take: Param<number> }) =>
    build
      .select(columns(personId))
      .from(table)
      .where(
        sql`${table.analyticsSessionId} in ${isForm(personId)} and ${table.analyticsSessionId} > ${after}`,
      )
      .orderBy(table.analyticsSessionId)
      .limit(take),
);
export type VisitRow = NonNullable<ReturnType<typeof selectFormVisits>['row']>;

/** Selects the first audience of the person after one, with the links that lead to it or did. */
export const selectOwnAudience = statement(
  ({ personId, after }: { personId: Param<string>; after: Param<string> }) => sql<{
    audienceId: string;
    pageId: string;
    links: string;
  }>`select audience_id as "audienceId", page_id as "pageId", (
      select json_group_array(page_link_id) from (
        select page_link_id from page_links
          where page_links.audience_id = audiences.audience_id and deleted_at is null
        union select page_link_id from campaign_rows where person_id = ${personId} and campaign_id in (
          select campaign_id from campaigns where campaigns.page_id = audiences.page_id))) as links
    from audiences where person_id = ${personId} and audience_id > ${after} order by audience_id limit 1`,
);

interface OwnParams {
  personId: Param<string>;
  audienceId: Param<string>;
  pageId: Param<string>;
  links: Param<string>;
}

const own = ({ personId, audienceId, links }: OwnParams, found: SQL) =>
  build
    .select(columns(personId))
    .from(table)
    .where(
      sql`${table.analyticsSessionId} in (${found})
        and (${table.audienceId} = ${audienceId} or ${table.pageLinkId} in (select value from json_each(${links})))
        and ${table.analyticsSessionId} not in ${isForm(personId)}`,
    )
    .orderBy(table.analyticsSessionId);

const selectUnsealed = statement((of: OwnParams) =>
  own(
    of,
    sql`select s.analytics_session_id from ${table} as s
      where s.page_id = ${of.pageId} and s.session_started_at >= ${sealedAt}
      union all select analytics_session_id from session_corrections where page_id = ${of.pageId}`,
  ),
);
const selectSealed = statement((of: OwnParams & { ranges: Param<string>; before: Param<number> }) =>
  own(
    of,
    sql`select s.analytics_session_id from json_each(${of.ranges}) as item cross join ${table} as s
      where s.page_id = ${of.pageId} and s.session_started_at between item.value ->> 0 and item.value ->> 1
        and s.session_started_at < ${of.before}`,
  ),
);

/** Behind every session. */
const end = 8_640_000_000_000_000;
/** How many blocks are read for an answer: each has 2,000 visits at most. */
const blocks = 3;

/** How many corrected visits a place remembers at most: a cursor has room for them. */
const remembered = 40;
/** What tells visits of one person apart. */
const mark = (id: string) => sha256(id).slice(0, 12);

/**
 * The visits of the first audience of the person after a place, some blocks of them, and the next place: undefined behind the
 * last audience. A place is the id of the audience that is done, or of the one that is read, with the time to go on before and
 * the visits from before it that were told already, as their blocks were not correct yet.
 */
export async function ownVisits(db: Database, personId: string, place: string) {
  const [after = '', time, ...told] = place.split(' ');
  const before = time === undefined ? end : Number(time);
  const [[audience]] = await db.batch([selectOwnAudience({ personId, after })]);
  if (!audience) return { rows: [], next: undefined };
  const traces = JSON.stringify((JSON.parse(audience.links) as string[]).flatMap(tracesOf));
  const of = { ...audience, personId };
  const [ranges, unsealed] = await db.batch([
    selectRanges({ ...audience, traces, before, take: blocks }),
    before === end ? selectUnsealed(of) : undefined,
  ]);
  const text = JSON.stringify(ranges.map(({ firstAt, lastAt }) => [firstAt, lastAt]));
  const [sealed] = ranges.length > 0 ? await db.batch([selectSealed({ ...of, before, ranges: text })]) : [[]];
  const last = ranges.length === blocks ? ranges.at(-1) : undefined;
  const known = new Set([...told, ...unsealed.map((row) => mark(row.analyticsSessionId))]);
  const rows = [...unsealed, ...sealed.filter((row) => !known.has(mark(row.analyticsSessionId)))];
  if (!last) return { rows, next: audience.audienceId };
  const again = unsealed.filter((row) => row.sessionStartedAt < last.firstAt);
  const marks = [...told, ...again.map((row) => mark(row.analyticsSessionId))].slice(0, remembered);
  return { rows, next: [after, last.firstAt, ...marks].join(' ') };
}
