import { type SQL, sql } from 'drizzle-orm';
import { type Bound, type Param, statement } from '../../../db/statement.ts';

// What an erasure of the person would clear (schema/derived/person-erasure.sql.ts), besides logs and visits: each row of it as
// JSON, behind the place of the row before.

/** A line of an export, and its place among those of its part. */
export interface Line {
  place: string;
  value: string;
}

export interface PartParams {
  personId: Param<string>;
  after: Param<string>;
  take: Param<number>;
}

/** SQL of what `columns` of a row are called in JSON. */
const json = (columns: string, texts = ''): SQL =>
  sql.raw(
    `json_object(${[
      ...columns
        .split(' ')
        .map(
          (column) => `'${column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}', ${column}`,
        ),
      ...texts
        .split(' ')
        .filter(Boolean)
        .map(
          (column) =>
            `'${column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}', json(${column})`,
        ),
    ].join(', ')})`,
  );

/** A part whose rows are in the order of a column. */
const part = (place: string, value: SQL, from: (of: PartParams) => SQL) => (of: PartParams) =>
  sql<Line>`select cast(${sql.raw(place)} as text) as place, ${value} as value
      from ${from(of)} and ${sql.raw(place)} > ${of.after} order by ${sql.raw(place)} limit ${of.take}`;
/** The same, of a number: the place is compared as one. */
const numbered = (place: string, value: SQL, from: (of: PartParams) => SQL) => (of: PartParams) =>
  sql<Line>`select cast(${sql.raw(place)} as text) as place, ${value} as value
      from ${from(of)} and ${sql.raw(place)} > cast(${of.after} as integer) order by ${sql.raw(place)} limit ${of.take}`;

const ownAudiences = ({ personId }: PartParams) =>
  sql`(select audience_id from audiences where person_id = ${personId})`;
const ownCampaigns = ({ personId }: PartParams) =>
  sql`(select campaign_id from campaigns where page_id in (select page_id from audiences where person_id = ${personId}))`;
/** The identifiers of the person, as rows. */
const identities = ({
  personId,
}: PartParams) => sql`(select person_id as value from persons where person_id = ${personId}
  union all select email from persons where person_id = ${personId}
  union all select phone_number from persons where person_id = ${personId}
  union all select linkedin_identity from persons where person_id = ${personId})`;

/** What a visit that was given up says, without the form if it is not of the person. */
const givenUpBody = (of: PartParams) =>
  sql`json(iif(exists (select 1 from json_each(given_up.identifiers) where value in ${identities(of)}),
    body, json_remove(body, '$.visit.formSubmit')))`;

const givenUp = statement(
  (of: PartParams) => sql<Line>`select given_up_id as place, json_object('givenUpId', given_up_id,
      'sessionId', session_id, 'pageId', page_id, 'receivedAt', received_at, 'message', ${givenUpBody(of)}) as value
    from given_up where sent_at is null and kind = 'visit' and given_up_id > ${of.after} and (
      exists (select 1 from json_each(given_up.identifiers) where value in ${identities(of)})
      or given_up.audience_id in ${ownAudiences(of)}
      or exists (select 1 from audience_sessions
        where analytics_session_id = given_up.session_id and person_id = ${of.personId}))
    order by given_up_id limit ${of.take}`,
);

const waiting = statement(
  (
    of: PartParams,
  ) => sql<Line>`select waiting.campaign_id || ' ' || waiting.part_id || ' ' || printf('%04d', item.key) as place,
      json_object('campaignId', waiting.campaign_id, 'row', json(item.value)) as value
    from campaign_waiting_rows as waiting cross join json_each(waiting.rows) as item
    where item.type = 'object' and exists (select 1 from json_each(item.value, '$.of') where value in ${identities(of)})
      and waiting.campaign_id || ' ' || waiting.part_id || ' ' || printf('%04d', item.key) > ${of.after}
    order by 1 limit ${of.take}`,
);

const problems = statement(
  (of: PartParams) => sql<Line>`select campaign_id || ' ' || printf('%06d', item.key) as place,
      json_object('campaignId', campaign_id, 'problem', json(item.value)) as value
    from campaigns cross join json_each(campaigns.job, '$.problems') as item
    where campaign_id in ${ownCampaigns(of)} and item.value ->> 'personId' = ${of.personId}
      and campaign_id || ' ' || printf('%06d', item.key) > ${of.after}
    order by 1 limit ${of.take}`,
);

const eventColumns = json('sequence type subject created_at', 'related changes');

const selectAccounts = statement(
  part(
    'account_id',
    json('account_id domain name created_at'),
    ({
      personId,
    }) => sql`accounts where domain = (select account_domain from persons where person_id = ${personId})
        and linked_persons_count = 1 and name = domain
        and not exists (select 1 from account_log_counts where account_id = accounts.account_id)`,
  ),
);
const selectAudiences = statement(
  part(
    'page_id',
    json(
      'audience_id page_id person_id audience_number custom_name action_form_id_override action_form_instructions_override action_url_override created_at archived_at',
      'metadata_override field_overrides',
    ),
    ({ personId }) => sql`audiences where person_id = ${personId}`,
  ),
);
const selectVersions = statement(
  part(
    'version_id',
    json(
      'version_id audience_id version_number status created_at published_at cancelled_at cancel_reason supplementary_context',
      'frozen snapshot',
    ),
    (of) => sql`audience_versions where audience_id in ${ownAudiences(of)}`,
  ),
);
const selectPageLinks = statement(
  part(
    'page_link_id',
    json('page_link_id tenant_domain_id path audience_id page_id created_at updated_at deleted_at'),
    (of) => sql`page_links where page_link_id in (
        select page_link_id from page_links where audience_id in ${ownAudiences(of)} and deleted_at is null
        union select page_link_id from campaign_rows
          where person_id = ${of.personId} and campaign_id in ${ownCampaigns(of)})`,
  ),
);
const selectCampaignRows = statement(
  part(
    'campaign_id',
    json('campaign_id person_id audience_id page_link_id version_id created_at updated_at', 'sent'),
    (of) => sql`campaign_rows where person_id = ${of.personId} and campaign_id in ${ownCampaigns(of)}`,
  ),
);
const selectEvents = statement(
  numbered(
    'sequence',
    eventColumns,
    ({ personId }) => sql`events where sequence in (select sequence from events where subject = ${personId}
        union select sequence from events where (${sql.raw(
          "case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end",
        )}) = ${personId})`,
  ),
);
const selectAlertFirings = statement(
  part(
    'firing_id',
    json('firing_id alert_id subject day fired_at', 'facts'),
    ({ personId }) => sql`alert_firings where subject = ${personId} and subject <> ''`,
  ),
);
const selectAlertVisits = statement(
  numbered(
    'sequence',
    json('sequence subject started_at created_at'),
    ({ personId }) => sql`alert_visits where subject = ${personId}`,
  ),
);

/** The parts, in their order. Of versions there are few in an answer: each has all words of a page. */
export const parts: readonly {
  kind: string;
  most: number;
  select: (of: { personId: string; after: string; take: number }) => Bound<Line>;
}[] = [
  {
    kind: 'account',
    most: 1,
    // Of a company that would go with the person: see schema/derived/account-counters.sql.
    select: selectAccounts,
  },
  {
    kind: 'audience',
    most: 100,
    select: selectAudiences,
  },
  {
    kind: 'version',
    most: 10,
    select: selectVersions,
  },
  {
    kind: 'page_link',
    most: 100,
    select: selectPageLinks,
  },
  {
    kind: 'campaign_row',
    most: 100,
    select: selectCampaignRows,
  },
  { kind: 'campaign_problem', most: 100, select: problems },
  { kind: 'waiting_row', most: 100, select: waiting },
  { kind: 'given_up', most: 20, select: givenUp },
  {
    kind: 'event',
    most: 1000,
    select: selectEvents,
  },
  {
    kind: 'alert_firing',
    most: 100,
    select: selectAlertFirings,
  },
  {
    kind: 'alert_visit',
    most: 1000,
    select: selectAlertVisits,
  },
];
