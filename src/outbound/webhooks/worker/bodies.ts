import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { apiKeys } from '../../../access/tables/api-keys.ts';
import { pageName, selectAccountNames } from '../../../analytics/store/names.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { byIds, type Ids, id, wanted } from '../../../db/record-list.ts';
import { build, statement } from '../../../db/statement.ts';
import { alertFirings, alerts, alertVisits } from '../../../db/tables/alerts.ts';
import { accounts } from '../../../people/tables/accounts.ts';
import { persons } from '../../../people/tables/persons.ts';
import { campaigns } from '../../../visits/tables/campaigns.ts';
import { pageLinks, tenantDomains } from '../../../visits/tables/page-links.ts';
import type { FiringFacts } from '../../../vocabulary/firing-sentences.ts';
import type { Event } from '../../events/schemas.ts';
import { toEvent } from '../../events/store/list.ts';
import { digestOf } from '../format/digest.ts';
import { bodyOf } from '../format/formats.ts';
import type { Known, StoredEvent, Wanted } from '../format/sentence.ts';
import { wantsOf } from '../format/sentences.ts';
import { plain } from '../format/words.ts';
import { roundSize, type Taken } from './take.ts';

// What sentences name, by the ids that events have.

/** What a person is called: their name, or else their email. */
const personName = sql<string>`coalesce(nullif(trim(${persons.name}), ''), ${persons.email}, '')`;
const nameOfPerson = (of: SQLWrapper) =>
  sql<string | null>`(select ${personName} from ${persons} where ${persons.personId} = ${of})`;
const nameOfAccount = (of: SQLWrapper) =>
  sql<string | null>`(select ${accounts.name} from ${accounts} where ${accounts.accountId} = ${of})`;

const { facts } = alertFirings;
const against = alias(audiences, 'against');
const accountIn = (place: number) => nameOfAccount(sql`${facts} ->> ${sql.raw(`'$.accountIds[${place}]'`)}`);
const opened = alias(audienceSessions, 'opened');
/** When the last visit began by a link of whom a firing is about. */
const openedAt = sql`(select max(${alertVisits.startedAt}) from ${alertVisits}
  where ${alertVisits.subject} = ${alertFirings.subject} and ${alertVisits.startedAt} <= ${alertFirings.firedAt})`;
/** What an alert has fired, with the visit before it, and the names of what a weekly report names. */
const selectFirings = statement((of: Ids) =>
  build
    .select({
      id: alertFirings.firingId,
      alertName: sql<string | null>`(select nullif(${alerts.name}, '') from ${alerts}
        where ${alerts.alertId} = ${alertFirings.alertId})`,
      // drizzle does not know the first table of a join that is SQL.
      facts: facts as unknown as SQL<FiringFacts>,
      customName: audiences.customName,
      personName: nameOfPerson(audiences.personId),
      audienceNumber: sql<number | null>`${audiences.audienceNumber}`,
      againstCustomName: against.customName,
      againstPersonName: nameOfPerson(against.personId),
      againstNumber: sql<number | null>`${against.audienceNumber}`,
      timezone: sql<string | null>`(select ${alerts.timezone} from ${alerts}
        where ${alerts.alertId} = ${alertFirings.alertId})`,
      openedAt: sql<number | null>`${opened.sessionStartedAt}`,
      openedPage: sql<
        string | null
      >`(select ${pageName} from ${pages} where ${pages.pageId} = ${opened.pageId})`,
      openedBy: nameOfPerson(opened.recipientPersonId),
      account1: accountIn(0),
      account2: accountIn(1),
      account3: accountIn(2),
      account4: accountIn(3),
      account5: accountIn(4),
    })
    .from(sql`${wanted(of)} cross join ${alertFirings}`)
    .leftJoin(audiences, sql`${audiences.audienceId} = ${facts} ->> '$.bestAudience.audienceId'`)
    .leftJoin(against, sql`${against.audienceId} = ${facts} ->> '$.bestAudience.against.audienceId'`)
    .leftJoin(
      opened,
      sql`${opened.sessionStartedAt} = ${openedAt}
        and ${alertFirings.subject} in (${opened.recipientAccountId}, ${opened.recipientPersonId})`,
    )
    .where(eq(alertFirings.firingId, id)),
);

const selectPersons = byIds(persons, persons.personId, {
  name: personName.as('name'),
  company: sql<string | null>`(select ${accounts.name} from ${accounts}
        where ${accounts.domain} = ${persons.accountDomain})`,
});
const selectPages = byIds(pages, pages.pageId, { title: pageName.as('title') });
const selectAudiences = byIds(audiences, audiences.audienceId, {
  customName: audiences.customName,
  personName: nameOfPerson(audiences.personId),
  audienceNumber: audiences.audienceNumber,
  pageTitle: sql<string>`(select ${pageName} from ${pages} where ${pages.pageId} = ${audiences.pageId})`,
});
const { versionId, versionNumber } = audienceVersions;
const selectVersions = byIds(audienceVersions, versionId, { versionNumber });
/** Of the arm that was decided first. */
const decided = (value: SQL) => sql<
  number | null
>`(select ${value} from json_each(${experiments.looks}) as look
  join json_each(${experiments.arms}) as arm on arm.key = look.key + 1
  where look.value ->> 'decidedAt' = ${experiments.decidedAt} limit 1)`;
const selectTests = byIds(experiments, experiments.experimentId, {
  versionNumber: decided(sql`arm.value ->> 'versionNumber'`),
  isBetter: decided(sql`look.value ->> 'isBetter'`),
});
const selectPageLinks = byIds(pageLinks, pageLinks.pageLinkId, {
  // json_each has a path, too.
  path: sql<string>`${pageLinks.path}`,
  domain: sql<string | null>`(select ${tenantDomains.domain} from ${tenantDomains}
        where ${tenantDomains.tenantDomainId} = ${pageLinks.tenantDomainId})`,
});
const selectCampaigns = byIds(campaigns, campaigns.campaignId, {
  name: campaigns.name,
  pageId: campaigns.pageId,
});
const selectApiKeys = byIds(apiKeys, apiKeys.apiKeyId, { name: apiKeys.name });

const visits = audienceSessions;
const selectVisits = byIds(visits, visits.analyticsSessionId, {
  // For whom the audience was made. The name is null of somebody who is erased.
  recipientId: visits.recipientPersonId,
  recipientName: nameOfPerson(visits.recipientPersonId),
  recipientCompany: nameOfAccount(visits.recipientAccountId),
  // Who named themselves in a form.
  senderId: visits.personId,
  senderName: nameOfPerson(visits.personId),
  senderCompany: nameOfAccount(visits.accountId),
  engagedMs: visits.engagedMs,
  maxScrollDepth: visits.maxScrollDepth,
  sessionStartedAt: visits.sessionStartedAt,
  activeMs: visits.activeMs,
  computationStatus: visits.computationStatus,
  failure: visits.failure,
});

const select = {
  person: selectPersons,
  account: selectAccountNames,
  page: selectPages,
  audience: selectAudiences,
  version: selectVersions,
  test: selectTests,
  pageLink: selectPageLinks,
  apiKey: selectApiKeys,
  campaign: selectCampaigns,
  visit: selectVisits,
  firing: selectFirings,
};
type Selects = typeof select;
type Kind = keyof Selects;
/** What sentences say of records, by kind. */
export type Facts = { [K in Kind]: Omit<NonNullable<ReturnType<Selects[K]>['row']>, 'id'> };
const kinds = Object.keys(select) as Kind[];

/** A row whose texts a sentence may name as they are. */
const spoken = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]),
  );

/** What the sentences of some events need to know, in one round trip at most. */
async function readFacts(db: Database, events: readonly StoredEvent[]): Promise<Map<StoredEvent, Known>> {
  const wants = events.map((event) => ({ event, of: wantsOf(event) }));
  const statements = kinds.map((kind) => {
    const ids = new Set(wants.flatMap(({ of }) => of[kind] ?? []));
    return ids.size > 0 ? select[kind]({ ids: JSON.stringify([...ids]) }) : undefined;
  });
  if (statements.every((statement) => statement === undefined)) return new Map();
  const found = (await db.batch(statements)).map(
    (rows) => new Map(rows.map(({ id, ...row }) => [id, spoken(row)])),
  );
  const knownOf = (of: Wanted) =>
    Object.fromEntries(kinds.map((kind, place) => [kind, found[place]?.get(of[kind] ?? '')])) as Known;
  return new Map(wants.map(({ event, of }) => [event, knownOf(of)]));
}

/** The body of an event, as Standard Webhooks recommends: `data` is the event as `GET /v0/events` shows it. */
const eventBody = (event: Event): string =>
  JSON.stringify({ type: event.type, timestamp: event.createdAt, data: event });

interface Body {
  body: string;
  count: number;
}

/**
 * How the events that are due become bodies: `json` one by one, and for a channel the first of them that fit into one
 * message, 20 sentences at most, which says if more follow. The names in sentences are read for this round, in one round
 * trip, and are stored nowhere.
 */
export async function bodiesOf(
  db: Database,
  { format, consoleOrigin, due, hasMore }: Taken,
): Promise<(events: readonly [StoredEvent, ...StoredEvent[]]) => Body> {
  if (format === 'json') return ([event]) => ({ body: eventBody(toEvent(event)), count: 1 });
  const known = await readFacts(
    db,
    due.map(({ event }) => event),
  );
  return (events) => {
    const { said, count } = digestOf(events, (event) => known.get(event) ?? {}, roundSize, Date.now());
    const left = events.length - count;
    const many = left > 0 ? `${left}${hasMore ? ' or more' : ''}` : 'More';
    const more = left > 0 || hasMore ? [{ text: `${many} follow.` }] : [];
    return { body: bodyOf(format, [...said, ...more], consoleOrigin), count };
  };
}
