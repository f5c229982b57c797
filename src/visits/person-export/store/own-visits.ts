import { type SQL, sql } from 'drizzle-orm';
import { selectRanges } from '../../../analytics/store/clear.ts';
import { sealedAt } from '../../../analytics/store/unsealed.ts';
import { audienceSessions as table } from '../../../analytics/tables/sessions.ts';
import { tracesOf } from '../../../analytics/type-ids.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { sessionColumns } from '../../sessions/store/internal.ts';

// The visits of pages that were made for the person. No index has them, so they are found as an erasure finds them
// (analytics/worker/clear.ts): the blocks of the page say when they began.

/** The person, or somebody else: whose identifiers a session may have. */
const isForm = (
  personId: SQL,
): SQL => sql`(select analytics_session_id from audience_sessions where person_id = ${personId}
    union select analytics_session_id from persons cross join audience_sessions on form_submission_email = email
      where persons.person_id = ${personId}
    union select analytics_session_id from persons cross join audience_sessions on form_submission_phone = phone_number
      where persons.person_id = ${personId}
    union select analytics_session_id from persons cross join audience_sessions
      on form_submission_identifier in (email, phone_number, linkedin_identity) where persons.person_id = ${personId})`;

/** The columns of a visit, and whether it was of a page that was made for somebody else. */
const columns = (personId: SQL) => ({
  ...sessionColumns,
  isOfOther: sql<number>`(coalesce(audience_sessions.recipient_person_id, ${personId}) <> ${personId}
    or exists (select 1 from audiences where audiences.audience_id = audience_sessions.audience_id
      and audiences.person_id <> ${personId}))`.as('isOfOther'),
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
const selectSealed = statement((of: OwnParams & { ranges: Param<string> }) =>
  own(
    of,
    sql`select s.analytics_session_id from json_each(${of.ranges}) as item cross join ${table} as s
      where s.page_id = ${of.pageId} and s.session_started_at between item.value ->> 0 and item.value ->> 1`,
  ),
);

/** Behind every session. */
const end = 8_640_000_000_000_000;
/** How many blocks are read for an answer: each has 2,000 visits at most. */
const blocks = 3;

/**
 * The visits of the first audience of the person after a place, some blocks of them, and the next place: undefined behind the
 * last audience. A place is the id of the audience that is done, or of the one that is read with the time to go on before.
 */
export async function ownVisits(db: Database, personId: string, place: string) {
  const [after = '', time] = place.split(' ');
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
  const [sealed] = ranges.length > 0 ? await db.batch([selectSealed({ ...of, ranges: text })]) : [[]];
  const last = ranges.length === blocks ? ranges.at(-1) : undefined;
  return { rows: [...unsealed, ...sealed], next: last ? `${after} ${last.firstAt}` : audience.audienceId };
}
