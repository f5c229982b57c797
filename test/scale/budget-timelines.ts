import { env } from 'cloudflare:workers';
import type { Person } from '../../src/people/persons/schemas.ts';
import { insertAudience } from '../worker/support/audiences.ts';
import { type Kind, loadPersonLogs, loadPersons } from '../worker/support/load/persons.ts';
import { at, growing, made, nextPage, rows, unique } from './budget.ts';
import { range, sealAll, visitor } from './budget-sessions.ts';

const newPerson = (company = `${unique()}.example`) =>
  made<Person>('/v0/persons', { name: 'Zoë', email: `${unique()}@${company}` });

/** Three types of each of two sources. */
const kinds: Kind[] = ['crm', 'chat'].flatMap((source) =>
  ['opened', 'moved', 'closed'].map((type) => ({ source, type })),
);

const accountWith = async (domain: string) =>
  (await env.DB.prepare('SELECT account_id AS value FROM accounts WHERE domain = ?')
    .bind(domain)
    .first<string>('value')) ?? '';

const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)';

/** Inserts versions of an audience: of each ten, one has not been published. */
async function loadVersions(audienceId: string, n: number): Promise<void> {
  await env.DB.prepare(
    `${numbers} INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent,
       created_at, published_at, transition_id)
     SELECT ?2, n, 'version_' || ?2 || n, iif(n % 10, 'archived', 'cancelled'), 0, n, iif(n % 10, n, NULL), 'x' FROM n`,
  )
    .bind(n, audienceId)
    .run();
}

/** A person with an audience of each of some pages, each of which has been published. */
async function withAudiences(n: number): Promise<string> {
  const { personId } = await newPerson();
  const audience = unique();
  await env.DB.batch([
    env.DB.prepare(
      `${numbers} INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
       SELECT 'page_' || ?2 || n, 'Budget', 'https://' || ?2 || '.example/' || n, '{}', 0, 1, 'x', 0, 0 FROM n`,
    ).bind(n, audience),
    env.DB.prepare(
      `${numbers} INSERT INTO audiences (page_id, audience_id, audience_number, person_id, metadata_override, revision, write_id, created_at)
       SELECT 'page_' || ?2 || n, ?2 || n, 1, ?3, '{}', 1, 'x', 0 FROM n`,
    ).bind(n, audience, personId),
    env.DB.prepare(
      `${numbers} INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent,
         created_at, published_at, transition_id)
       SELECT ?2 || n, 1, 'version_' || ?2 || n, 'published', 0, n, n, 'x' FROM n`,
    ).bind(n, audience),
  ]);
  return personId;
}

/** A person with logs of six kinds, half of them back-filled, and 100 publishes of two audiences. */
async function busyPerson(logs = 600, company?: string): Promise<string> {
  await sealAll();
  const { personId } = await newPerson(company);
  const occurredAt = (createdAt: number) => createdAt - 40_000_000;
  const backFilled = kinds.map((kind) => (kind.source === 'crm' ? { ...kind, occurredAt } : kind));
  await loadPersonLogs(personId, logs, backFilled);
  for (const page of [unique(), unique()])
    await loadVersions(await insertAudience(`page_${page}`, { personId }), 50);
  return personId;
}

/** The account of persons without logs, and of one person with many. */
async function largeAccount(persons: number): Promise<string> {
  const domain = `${unique()}.example`;
  await loadPersons(persons - 1, domain);
  await busyPerson(600, domain);
  return accountWith(domain);
}

/** As `largeAccount`, of two persons, with two logs of its own. */
async function smallAccount(): Promise<string> {
  const domain = `${unique()}.example`;
  await newPerson(domain);
  await busyPerson(600, domain);
  for (const source of ['crm', 'billing']) await made('/v0/account_logs', { source, payload: {}, domain });
  return accountWith(domain);
}

/** A person with 12 visits, who sent their forms. */
async function visited() {
  await sealAll();
  return visitor();
}

/** A person with an audience of each of 90 pages, of which one has 1,200 links. */
async function linkedPerson(): Promise<string> {
  const personId = await withAudiences(90);
  const [pageId, audience] = [`page_${unique()}`, unique()];
  await insertAudience(pageId, { personId });
  await env.DB.prepare(
    `${numbers} INSERT INTO page_links (page_link_id, path, search_path, target_type, page_id, audience_id, revision,
       write_id, created_at, updated_at)
     SELECT ?2 || n, '/' || ?2 || '/' || n, '', 'audience', page_id, audience_id, 1, '', 0, 0
     FROM n, audiences WHERE page_id = ?3`,
  )
    .bind(1200, audience, pageId)
    .run();
  return personId;
}

const personRoute = 'GET /v0/persons/:person_id/timeline';
const audiencesRoute = 'GET /v0/persons/:person_id/audiences';
const linksRoute = 'GET /v0/persons/:person_id/page_links';
const accountRoute = 'GET /v0/accounts/:account_id/timeline';
const ofPerson = (personId: string, query = '') => at(`/v0/persons/${personId}/timeline${query}`);
const ofAccount = (accountId: string, query = '') => at(`/v0/accounts/${accountId}/timeline${query}`);

export const timelineTable = rows({
  [`${personRoute} | 600 logs of 6 kinds, 90 publishes, no visits`]: growing(700, async () =>
    ofPerson(await busyPerson()),
  ),
  [`${personRoute} | second page of 100`]: growing(700, async () =>
    nextPage(`/v0/persons/${await busyPerson()}/timeline?limit=100`),
  ),
  [`${personRoute} | 12 visits: 10 a page`]: growing(700, async () =>
    ofPerson((await visited()).personId, '?limit=10'),
  ),
  [`${personRoute} | 10,000 logs, half back-filled`]: async () =>
    ofPerson(await busyPerson(10_000), '?kind=log'),
  [`${personRoute} | 10,000 logs, of a source`]: async () =>
    ofPerson(await busyPerson(10_000), '?source=crm'),
  [`${personRoute} | 10,000 versions of an audience`]: async () => {
    const { personId } = await newPerson();
    await loadVersions(await insertAudience(`page_${unique()}`, { personId }), 10_000);
    return ofPerson(personId, '?kind=publish');
  },
  [`${personRoute} | 1,000 audiences, each published`]: async () =>
    ofPerson(await withAudiences(1000), '?kind=publish'),
  [`${personRoute} | not found`]: growing(700, async () => {
    await sealAll();
    return ofPerson('person_none');
  }),
  [`${audiencesRoute} | 50 a page, of 90`]: async () =>
    `/v0/persons/${await withAudiences(90)}/audiences?limit=50`,
  [`${audiencesRoute} | second page of 100, of 1,001 or more`]: async () =>
    nextPage(`/v0/persons/${await withAudiences(1100)}/audiences?limit=100`),
  [`${audiencesRoute} | not found`]: '/v0/persons/person_none/audiences',
  [`${linksRoute} | 50 a page, of 1,200, to 91 audiences`]: async () =>
    `/v0/persons/${await linkedPerson()}/page_links`,
  [`${linksRoute} | with the visits of 30 days`]: growing(700, async () => {
    await sealAll();
    return `/v0/persons/${await linkedPerson()}/page_links?${range}`;
  }),
  [`${linksRoute} | not found`]: '/v0/persons/person_none/page_links',
  [`${accountRoute} | 2 persons, 602 logs, 90 publishes, no visits`]: growing(700, async () =>
    ofAccount(await smallAccount()),
  ),
  [`${accountRoute} | 12 visits: 10 a page`]: growing(700, async () =>
    ofAccount(await accountWith((await visited()).email?.split('@')[1] ?? ''), '?limit=10'),
  ),
  [`${accountRoute} | 5,000 persons: the first 1,000`]: async () =>
    ofAccount(await largeAccount(5000), '?kind=log&kind=publish'),
  [`${accountRoute} | 5,000 persons, logs of a type`]: async () =>
    ofAccount(await largeAccount(5000), '?type=opened'),
  [`${accountRoute} | not found`]: growing(700, async () => {
    await sealAll();
    return ofAccount('account_none');
  }),
});
