import { type SQL, sql } from 'drizzle-orm';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { named } from '../../../db/tables/events.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { latestVisitAt } from '../../../people/tables/latest-visits.ts';

// What an erasure of the person would clear (schema/derived/person-erasure.sql.ts) that names nobody else: each row of it as
// JSON, behind the place of the row before. Logs, visits and what may name several (./mixed.ts) are elsewhere.

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

/** A row as it is stored, with times as answers have them. */
export function asAnswered(value: string): object {
  const row = JSON.parse(value) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(row).map(([name, of]) => [
      name,
      name.endsWith('At') && typeof of === 'number' ? toTimestamp(of) : of,
    ]),
  );
}

type Parts = readonly {
  kind: string;
  most: number;
  select: (of: { personId: string; after: string; take: number }) => Bound<Line>;
}[];

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
const numbered =
  (place: string, value: (of: PartParams) => SQL, from: (of: PartParams) => SQL) => (of: PartParams) =>
    sql<Line>`select cast(${sql.raw(place)} as text) as place, ${value(of)} as value
      from ${from(of)} and ${sql.raw(place)} > cast(${of.after} as integer) order by ${sql.raw(place)} limit ${of.take}`;

/** SQL of the audiences of the person. */
export const ownAudiences = ({ personId }: PartParams) =>
  sql`(select audience_id from audiences where person_id = ${personId})`;
const ownCampaigns = ({ personId }: PartParams) =>
  sql`(select campaign_id from audiences cross join campaigns on campaigns.page_id = audiences.page_id
    where person_id = ${personId})`;
const problems = statement(
  (of: PartParams) => sql<Line>`select campaign_id || ' ' || printf('%06d', item.key) as place,
      json_object('campaignId', campaign_id, 'problem', json(item.value)) as value
    from campaigns cross join json_each(campaigns.job, '$.problems') as item
    where campaign_id in ${ownCampaigns(of)} and item.value ->> 'personId' = ${of.personId}
      and campaign_id || ' ' || printf('%06d', item.key) > ${of.after}
    order by 1 limit ${of.take}`,
);

/** The account that would go with the person: see schema/derived/account-counters.sql. */
const isOwnAccount = ({ personId }: PartParams) =>
  sql`domain = (select account_domain from persons where person_id = ${personId})
    and linked_persons_count = 1 and name = domain
    and not exists (select 1 from account_log_counts where account_id = accounts.account_id)`;
/** Its id. The unary plus takes its affinity, with which SQLite would not use the index of what events name. */
const ownAccount = (of: PartParams) => sql`(select +account_id from accounts where ${isOwnAccount(of)})`;

const selectAccounts = statement(
  part(
    'account_id',
    sql`json_object('accountId', account_id, 'domain', domain, 'name', name, 'createdAt', created_at, 'updatedAt', updated_at,
      'latestActivityAt', latest_activity_at + activity_ahead, 'latestVisitAt', nullif(${latestVisitAt('accounts')}, 0))`,
    (of) => sql`accounts where ${isOwnAccount(of)}`,
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
        select page_link_id from audiences cross join page_links on page_links.audience_id = audiences.audience_id
          and deleted_at is null where person_id = ${of.personId}
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
/** What an event leads to, without the audience of somebody else on whose page the person was. */
const related = ({ personId }: PartParams) =>
  sql`json(iif(exists (select 1 from audiences where audience_id = related ->> 'audienceId'
    and person_id <> ${personId}), json_remove(related, '$.audienceId'), related))`;

/** Whose events they are: of the person, or of the account that would go with them. */
type Whose = 'person' | 'account';
const subject = (of: PartParams, whose: Whose) => (whose === 'person' ? of.personId : ownAccount(of));

const selectEvents = statement((all: PartParams, whose: Whose) =>
  numbered(
    'sequence',
    (of) => sql`json_object('sequence', sequence, 'type', type, 'subject', subject, 'createdAt', created_at,
      'related', ${related(of)}, 'changes', json(changes))`,
    (of) => sql`events where sequence in (select sequence from events where subject = ${subject(of, whose)}
        union select sequence from events where (${sql.raw(named)}) = ${subject(of, whose)})`,
  )(all),
);
const selectVisitDays = statement((all: PartParams, whose: Whose) =>
  part(
    'subject',
    sql`json_object('type', type, 'subject', subject, 'date', date(day * 86400, 'unixepoch'))`,
    (of) => sql`visit_days where type = ${sql.raw(`'${whose}.visited'`)} and subject = ${subject(of, whose)}`,
  )(all),
);
const selectAlertFirings = statement((all: PartParams, whose: Whose) =>
  part(
    'firing_id',
    json('firing_id alert_id subject day fired_at', 'facts'),
    (of) => sql`alert_firings where subject = ${subject(of, whose)} and subject <> ''`,
  )(all),
);
const selectAlertVisits = statement((all: PartParams, whose: Whose) =>
  numbered(
    'sequence',
    () => json('sequence subject started_at created_at'),
    (of) => sql`alert_visits where subject = ${subject(of, whose)}`,
  )(all),
);
const happened = (whose: Whose): Parts => [
  { kind: 'event', most: 1000, select: (of) => selectEvents(of, whose) },
  { kind: 'visit_day', most: 10, select: (of) => selectVisitDays(of, whose) },
  { kind: 'alert_firing', most: 100, select: (of) => selectAlertFirings(of, whose) },
  { kind: 'alert_visit', most: 1000, select: (of) => selectAlertVisits(of, whose) },
];

/** The parts, in their order. Of versions there are few in an answer: each has all words of a page. */
export const parts: Parts = [
  { kind: 'account', most: 1, select: selectAccounts },
  { kind: 'audience', most: 100, select: selectAudiences },
  { kind: 'version', most: 10, select: selectVersions },
  { kind: 'page_link', most: 100, select: selectPageLinks },
  { kind: 'campaign_row', most: 100, select: selectCampaignRows },
  { kind: 'campaign_problem', most: 100, select: problems },
  ...happened('person'),
];
/** The parts of the account that would go with the person: they are read only if there is one. */
export const accountParts = happened('account');
