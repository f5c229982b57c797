import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { apiKeys } from '../../../access/tables/api-keys.ts';
import { type Ids, id, pageName, selectAccountNames, wanted } from '../../../analytics/store/names.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { audiences, audienceVersions } from '../../../content/tables/audiences.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { type Bound, build, statement } from '../../../db/statement.ts';
import { alertFirings, alerts } from '../../../db/tables/alerts.ts';
import { accounts } from '../../../people/tables/accounts.ts';
import { persons } from '../../../people/tables/persons.ts';
import { pageLinks, tenantDomains } from '../../../visits/tables/page-links.ts';
import { plain } from '../format/plain.ts';
import type { Facts, Kind, Known, StoredEvent, Wanted } from '../format/sentence.ts';
import { wantsOf } from '../format/sentences.ts';

// What sentences name, by the ids that events have.

/** What a person is called: their name, or else their email. */
const personName = sql<string>`coalesce(nullif(trim(${persons.name}), ''), ${persons.email}, '')`;
const nameOfPerson = (of: SQLWrapper) =>
  sql<string | null>`(select ${personName} from ${persons} where ${persons.personId} = ${of})`;
const nameOfAccount = (of: SQLWrapper) =>
  sql<string | null>`(select ${accounts.name} from ${accounts} where ${accounts.accountId} = ${of})`;

const selectPersons = statement((of: Ids) =>
  build
    .select({
      id: persons.personId,
      name: personName.as('name'),
      company: sql<string | null>`(select ${accounts.name} from ${accounts}
        where ${accounts.domain} = ${persons.accountDomain})`,
    })
    .from(sql`${wanted(of)} cross join ${persons}`)
    .where(eq(persons.personId, id)),
);

const selectPages = statement((of: Ids) =>
  build
    .select({ id: pages.pageId, title: pageName.as('title') })
    .from(sql`${wanted(of)} cross join ${pages}`)
    .where(eq(pages.pageId, id)),
);

const selectAudiences = statement((of: Ids) =>
  build
    .select({
      id: audiences.audienceId,
      customName: audiences.customName,
      personName: nameOfPerson(audiences.personId),
      audienceNumber: audiences.audienceNumber,
      pageTitle: sql<string>`(select ${pageName} from ${pages} where ${pages.pageId} = ${audiences.pageId})`,
    })
    .from(sql`${wanted(of)} cross join ${audiences}`)
    .where(eq(audiences.audienceId, id)),
);

const selectVersions = statement((of: Ids) =>
  build
    .select({ id: audienceVersions.versionId, versionNumber: audienceVersions.versionNumber })
    .from(sql`${wanted(of)} cross join ${audienceVersions}`)
    .where(eq(audienceVersions.versionId, id)),
);

const selectPageLinks = statement((of: Ids) =>
  build
    .select({
      id: pageLinks.pageLinkId,
      // json_each has a path, too.
      path: sql<string>`${pageLinks.path}`,
      domain: sql<string | null>`(select ${tenantDomains.domain} from ${tenantDomains}
        where ${tenantDomains.tenantDomainId} = ${pageLinks.tenantDomainId})`,
    })
    .from(sql`${wanted(of)} cross join ${pageLinks}`)
    .where(eq(pageLinks.pageLinkId, id)),
);

const selectApiKeys = statement((of: Ids) =>
  build
    .select({ id: apiKeys.apiKeyId, name: apiKeys.name })
    .from(sql`${wanted(of)} cross join ${apiKeys}`)
    .where(eq(apiKeys.apiKeyId, id)),
);

const visits = audienceSessions;
const selectVisits = statement((of: Ids) =>
  build
    .select({
      id: visits.analyticsSessionId,
      recipientId: visits.recipientPersonId,
      recipientName: nameOfPerson(visits.recipientPersonId),
      recipientCompany: nameOfAccount(visits.recipientAccountId),
      senderId: visits.personId,
      senderName: nameOfPerson(visits.personId),
      senderCompany: nameOfAccount(visits.accountId),
      engagedMs: visits.engagedMs,
      maxScrollDepth: visits.maxScrollDepth,
      sessionStartedAt: visits.sessionStartedAt,
      activeMs: visits.activeMs,
      computationStatus: visits.computationStatus,
      failure: visits.failure,
    })
    .from(sql`${wanted(of)} cross join ${visits}`)
    .where(eq(visits.analyticsSessionId, id)),
);

const { facts } = alertFirings;
const against = alias(audiences, 'against');
const accountIn = (place: number) => nameOfAccount(sql`${facts} ->> ${sql.raw(`'$.accountIds[${place}]'`)}`);
const selectFirings = statement((of: Ids) =>
  build
    .select({
      id: alertFirings.firingId,
      alertName: sql<string | null>`(select nullif(${alerts.name}, '') from ${alerts}
        where ${alerts.alertId} = ${alertFirings.alertId})`,
      facts,
      customName: audiences.customName,
      personName: nameOfPerson(audiences.personId),
      audienceNumber: sql<number | null>`${audiences.audienceNumber}`,
      againstCustomName: against.customName,
      againstPersonName: nameOfPerson(against.personId),
      againstNumber: sql<number | null>`${against.audienceNumber}`,
      account1: accountIn(0),
      account2: accountIn(1),
      account3: accountIn(2),
      account4: accountIn(3),
      account5: accountIn(4),
    })
    .from(sql`${wanted(of)} cross join ${alertFirings}`)
    .leftJoin(audiences, sql`${audiences.audienceId} = ${facts} ->> '$.bestAudience.audienceId'`)
    .leftJoin(against, sql`${against.audienceId} = ${facts} ->> '$.bestAudience.against.audienceId'`)
    .where(eq(alertFirings.firingId, id)),
);

type Select = { [K in Kind]: (of: { ids: string }) => Bound<{ id: string } & Facts[K]> };

const select: Select = {
  person: selectPersons,
  account: selectAccountNames,
  page: selectPages,
  audience: selectAudiences,
  version: selectVersions,
  pageLink: selectPageLinks,
  apiKey: selectApiKeys,
  visit: selectVisits,
  firing: selectFirings,
};
const kinds = Object.keys(select) as Kind[];

/** A row whose texts a sentence may name as they are. */
const spoken = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]),
  );

/** What the sentences of some events need to know, in one round trip at most. */
export async function readFacts(
  db: Database,
  events: readonly StoredEvent[],
): Promise<Map<StoredEvent, Known>> {
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
