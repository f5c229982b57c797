import { env } from 'cloudflare:workers';
import type { ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import type { ShareLinkCreated } from '../../src/access/share-links/schemas.ts';
import { encodeCursor } from '../../src/lib/cursor.ts';
import { newId } from '../../src/lib/ids.ts';
import type { AccountLogCreated, PersonLogCreated } from '../../src/people/logs/body-schemas.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import { newTeam, serveCerts } from '../worker/support/access.ts';
import { mintKey, send } from '../worker/support/client.ts';
import { type Kind, loadPersonLogs } from '../worker/support/load/persons.ts';
import { newCode } from '../worker/support/sign-in.ts';
import { at, etagOf, growing, made, nextPage, rows, unique } from './budget.ts';

/** A time before which half of the latest visits were. */
const longAgo = () => Date.now() - 5e8;

/** New companies with names. */
const companies = (count: number) =>
  Array.from({ length: count }, () => ({ domain: `${unique()}.example`, name: `Company ${unique()}` }));

let phones = 0;
/** Every field that a person can have, at a new company. */
function fullPerson(company = `${unique()}.example`) {
  const handle = unique();
  return {
    name: `Zoë ${handle}`,
    email: `${handle}@${company}`,
    phoneNumber: `+4989${String(phones++).padStart(8, '0')}`,
    linkedinProfileUrl: `https://www.linkedin.com/in/${handle}`,
  };
}

/** A person of a list, with everything that it can say. */
const listed = () => {
  const idempotencyKey = unique();
  return { ...fullPerson(), companyName: `Company ${idempotencyKey}`, idempotencyKey };
};

export const person = (fields: object = {}) => made<Person>('/v0/persons', { ...fullPerson(), ...fields });
const entry = { source: 'website-form', type: 'form-submitted', payload: { plan: 'pro' } };
const personLog = (fields: object = {}) => made<PersonLogCreated>('/v0/person_logs', { ...entry, ...fields });
export const accountLog = (fields: object = {}) =>
  made<AccountLogCreated>('/v0/account_logs', { ...entry, domain: `${unique()}.example`, ...fields });
export const key = () => made<ApiKeyCreated>('/v0/api_keys', { name: 'k', scopes: ['read'] });
/** A key that ends in an hour. The service remembers it. */
async function endingKey(): Promise<string> {
  const ending = await mintKey(['read', 'admin'], 'main', new Date(Date.now() + 3_600_000).toISOString());
  await send('GET', '/v0/api_keys/current', undefined, { key: ending });
  return ending;
}
const known = async (sql: string) => (await env.DB.prepare(sql).first<string>('value')) ?? '';
const bigAccount = () =>
  known('SELECT account_id AS value FROM accounts ORDER BY linked_persons_count DESC LIMIT 1');

/** Three types of each of two sources. */
const kinds: Kind[] = ['crm', 'chat'].flatMap((source) =>
  ['opened', 'moved', 'closed'].map((type) => ({ source, type })),
);
/** A timeline with many logs, and one log that is the only one of its kind. */
export async function timeline(query: string, logs = 600) {
  const { personId } = await person();
  await loadPersonLogs(personId, 1, [{ source: 'billing', type: 'paid' }]);
  await loadPersonLogs(personId, logs, kinds);
  return `/v0/persons/${personId}/logs${query}`;
}
async function accountTimeline(query: string) {
  const { accountId } = await accountLog();
  await accountLog({ domain: undefined, accountId });
  await accountLog({ domain: undefined, accountId, source: 'billing' });
  return `/v0/accounts/${accountId}/logs${query}`;
}
/** As many keys of sign-ins that ended long ago as one sign-in removes. */
const oldKeys = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10)
  INSERT INTO api_keys (api_key_id, hash, name, scopes, created_at, expires_at, is_sign_in)
  SELECT 'api_key_old' || n, 'old' || n, 'Console', '["read"]', 0, n, 1 FROM n WHERE true ON CONFLICT DO NOTHING`;
/** As many keys of share links that ended long ago as a new link removes. */
const oldLinks = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10)
  INSERT INTO api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path)
  SELECT 'api_key_link' || n, 'link' || n, 'Old', '["read"]', 0, n, '/' FROM n WHERE true ON CONFLICT DO NOTHING`;
const link = { name: 'Budget', path: '/?range=7d', lifetime: '12h' };
/** Leaves so many share links that work. Their maker is a key that exists. */
async function workingLinks(count: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM api_keys WHERE shared_path IS NOT NULL AND expires_at > unixepoch() * 1000'),
    env.DB.prepare(
      `INSERT INTO api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path, shared_by)
       SELECT 'api_key_works' || key, 'works' || key, 'Works', '["read"]', 0, 9e12, '/', 'api_key_01' FROM json_each(?)`,
    ).bind(JSON.stringify(Array(count).fill(0))),
  ]);
}
async function shareLink(): Promise<ShareLinkCreated> {
  await workingLinks(0);
  return made('/v0/share_links', link);
}
/** Rows next to those that a request reads, because SQLite reads one more row to see that a range ends. */
export const neighbours = () => Promise.all([personLog(fullPerson()), accountLog(), key()]);

/** Nothing waits to be sent again: an erasure would read it. */
const nothingGivenUp = () => env.DB.prepare('delete from given_up').run();

/** A visit that was given up. Returns the path that sends it again. */
async function lostVisit(isSent: boolean): Promise<string> {
  const id = newId('givenup');
  const { pageId } = await made<{ pageId: string }>('/v0/pages', {
    title: 'Lost',
    url: `https://${unique()}.example/`,
  });
  const visit = { analyticsSessionId: id, pageId, elapsedMs: 1, activeMs: 1, engagedMs: 1 };
  const counts = { clicksCount: 0, questionsAskedCount: 0, hasConversion: false };
  const body = { workspace: 'main', receivedAt: Date.now(), visit: { ...visit, ...counts } };
  await env.DB.prepare(
    `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, body, sent_at)
     values (?1, ?1, 'visit', ?4, 1, 'Error', '[]', ?2, ?3)`,
  )
    .bind(id, JSON.stringify(body), isSent ? 1 : null, Date.now())
    .run();
  return `/v0/system/given_up/${id}/send`;
}

/** The rows of docs/operators/cost.md for persons, accounts, logs, keys and what has no resource. */
export const personTable = rows({
  'POST /v0/person_logs | everything new: person, company, key': () =>
    at('/v0/person_logs', { ...entry, ...fullPerson(), idempotencyKey: unique() }),
  'POST /v0/person_logs | new person of a known company, no key': async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    return at('/v0/person_logs', { ...entry, ...fullPerson(company) });
  },
  'POST /v0/person_logs | new person of a known company by email, with a key': async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    const { email } = fullPerson(company);
    return at('/v0/person_logs', { ...entry, email, idempotencyKey: unique() });
  },
  'POST /v0/person_logs | no identifier': () => at('/v0/person_logs', { ...entry, idempotencyKey: unique() }),
  'POST /v0/person_logs | personId': async () =>
    at('/v0/person_logs', { ...entry, personId: (await person()).personId, idempotencyKey: unique() }),
  'POST /v0/person_logs | known email': async () =>
    at('/v0/person_logs', { ...entry, email: (await person()).email, idempotencyKey: unique() }),
  'POST /v0/person_logs | known phone, fills two empty fields': async () => {
    const { phoneNumber, ...blanks } = fullPerson();
    await person({ email: undefined, linkedinProfileUrl: undefined, phoneNumber });
    return at('/v0/person_logs', { ...entry, ...blanks, phoneNumber, idempotencyKey: unique() });
  },
  'POST /v0/person_logs | known LinkedIn, fills two empty fields': async () => {
    const { linkedinProfileUrl, ...blanks } = fullPerson();
    await person({ email: undefined, phoneNumber: undefined, linkedinProfileUrl });
    return at('/v0/person_logs', { ...entry, ...blanks, linkedinProfileUrl, idempotencyKey: unique() });
  },
  'POST /v0/person_logs | personId, fills three empty fields': async () => {
    const { personId } = await made<Person>('/v0/persons', { name: unique() });
    return at('/v0/person_logs', { ...entry, ...fullPerson(), personId, idempotencyKey: unique() });
  },
  'POST /v0/person_logs | personId with identifiers of others': async () => {
    const { personId } = await made<Person>('/v0/persons', { name: unique() });
    const { email, phoneNumber, linkedinProfileUrl } = await person();
    const identifiers = { email, phoneNumber, linkedinProfileUrl };
    return at('/v0/person_logs', { ...entry, ...identifiers, personId, idempotencyKey: unique() });
  },
  'POST /v0/person_logs | retry': async () => {
    const write = { ...entry, ...fullPerson(), idempotencyKey: unique() };
    await personLog(write);
    return at('/v0/person_logs', write);
  },
  'POST /v0/person_logs | key of another request': async () => {
    const write = { ...entry, ...fullPerson(), idempotencyKey: unique() };
    await personLog(write);
    return at('/v0/person_logs', { ...write, ...fullPerson() });
  },
  'POST /v0/person_logs | unknown personId': () =>
    at('/v0/person_logs', { ...entry, personId: 'person_nobody', idempotencyKey: unique() }),
  'POST /v0/person_logs/batch | 1 write, everything new': () =>
    at('/v0/person_logs/batch', { writes: [{ ...entry, ...fullPerson(), idempotencyKey: unique() }] }),
  'POST /v0/person_logs/batch | 100 writes, everything new': () =>
    at('/v0/person_logs/batch', {
      writes: Array.from({ length: 100 }, () => ({ ...entry, ...fullPerson(), idempotencyKey: unique() })),
    }),
  'GET /v0/persons/:person_id/logs/:person_log_id | found': async () => {
    const { personId, personLogId } = await personLog();
    return `/v0/persons/${personId}/logs/${personLogId}`;
  },
  'GET /v0/persons/:person_id/logs/:person_log_id | not found': async () =>
    `/v0/persons/${(await person()).personId}/logs/person_log_none`,
  'DELETE /v0/persons/:person_id/logs/:person_log_id | the only one of its kind': async () => {
    const { personId, personLogId } = await personLog({ idempotencyKey: unique() });
    return `/v0/persons/${personId}/logs/${personLogId}`;
  },
  'DELETE /v0/persons/:person_id/logs/:person_log_id | of the last minutes, without a key, with another time':
    async () => {
      const { personId } = await personLog();
      const { personLogId } = await personLog({ personId, occurredAt: '2020-01-01T00:00:00Z' });
      return `/v0/persons/${personId}/logs/${personLogId}`;
    },
  'DELETE /v0/persons/:person_id/logs/:person_log_id | not found': async () =>
    `/v0/persons/${(await person()).personId}/logs/person_log_none`,
  'POST /v0/persons | of a new company': () => at('/v0/persons', fullPerson()),
  'POST /v0/persons | of a known company': async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    return at('/v0/persons', fullPerson(company));
  },
  'POST /v0/persons | of a company without persons': async () => {
    const company = `${unique()}.example`;
    await accountLog({ domain: company });
    return at('/v0/persons', fullPerson(company));
  },
  'POST /v0/persons | with a name that others have': async () => {
    const { name } = await person();
    return at('/v0/persons', { ...fullPerson(), name });
  },
  'POST /v0/persons | email and phone of others': async () => {
    const { email } = await person();
    const { phoneNumber } = await person();
    return at('/v0/persons', { ...fullPerson(), email, phoneNumber });
  },
  'POST /v0/persons/batch | 1 person, with a new company, its name and a key': () =>
    at('/v0/persons/batch', { persons: [listed()] }),
  'POST /v0/persons/batch | 100 persons of new companies, with keys': () =>
    at('/v0/persons/batch', { persons: Array.from({ length: 100 }, () => listed()) }),
  'POST /v0/persons/batch | 100 persons of a known company': async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    return at('/v0/persons/batch', { persons: Array.from({ length: 100 }, () => fullPerson(company)) });
  },
  'POST /v0/persons/batch | 100 known persons, nothing new': async () => {
    const persons = Array.from({ length: 100 }, () => fullPerson());
    await send('POST', '/v0/persons/batch', { persons });
    return at('/v0/persons/batch', { persons });
  },
  'POST /v0/persons/batch | 100 known persons, each gets another name': async () => {
    const persons = Array.from({ length: 100 }, () => fullPerson());
    await send('POST', '/v0/persons/batch', { persons });
    const renamed = persons.map((one) => ({ ...one, name: unique() }));
    return at('/v0/persons/batch', { persons: renamed, onConflict: 'update' });
  },
  'POST /v0/persons/batch | 100 known persons, nothing new, with keys': async () => {
    const persons = Array.from({ length: 100 }, () => fullPerson());
    await send('POST', '/v0/persons/batch', { persons });
    const keyed = persons.map((one) => ({ ...one, idempotencyKey: unique() }));
    return at('/v0/persons/batch', { persons: keyed });
  },
  'POST /v0/persons/batch | 100 persons, a dry run': async () => {
    const persons = Array.from({ length: 100 }, () => listed());
    await send('POST', '/v0/persons/batch', { persons: persons.slice(0, 50) });
    const renamed = persons.map((one) => ({ ...one, name: unique(), idempotencyKey: unique() }));
    return at('/v0/persons/batch', { persons: renamed, onConflict: 'update', dryRun: true });
  },
  'POST /v0/persons/batch | 100 replays': async () => {
    const persons = Array.from({ length: 100 }, () => listed());
    await send('POST', '/v0/persons/batch', { persons });
    return at('/v0/persons/batch', { persons });
  },
  'GET /v0/persons | by email': async () => `/v0/persons?email=${(await person()).email}`,
  'GET /v0/persons | by a slug that nobody has': () => '/v0/persons?slug=nobody',
  'PATCH /v0/persons/:person_id | every field, to a new company': async () =>
    at(`/v0/persons/${(await person()).personId}`, { ...fullPerson(), domain: `${unique()}.example` }),
  'PATCH /v0/persons/:person_id | domain, between known companies': async () => {
    const [from, to] = [`${unique()}.example`, `${unique()}.example`];
    await person(fullPerson(from));
    await person(fullPerson(to));
    return at(`/v0/persons/${(await person(fullPerson(from))).personId}`, { domain: to });
  },
  'PATCH /v0/persons/:person_id | name': async () =>
    at(`/v0/persons/${(await person()).personId}`, { name: 'Łukasz' }),
  'PATCH /v0/persons/:person_id | name, with If-Match': async () => {
    const path = `/v0/persons/${(await person()).personId}`;
    return at(path, { name: 'Łukasz' }, { 'if-match': await etagOf(path) });
  },
  'PATCH /v0/persons/:person_id | If-Match with another tag': async () =>
    at(`/v0/persons/${(await person()).personId}`, { name: 'Łukasz' }, { 'if-match': '"0"' }),
  'PATCH /v0/persons/:person_id | nothing': async () => at(`/v0/persons/${(await person()).personId}`, {}),
  'PATCH /v0/persons/:person_id | identifiers of others': async () => {
    const { email, phoneNumber, linkedinProfileUrl } = await person();
    return at(`/v0/persons/${(await person()).personId}`, { email, phoneNumber, linkedinProfileUrl });
  },
  'PATCH /v0/persons/:person_id | not found': () => at('/v0/persons/person_none', fullPerson()),
  'GET /v0/persons/search | all, 50 a page': growing(30, '/v0/persons/search'),
  'GET /v0/persons/search | all, second page of 100': growing(200, () =>
    nextPage('/v0/persons/search?limit=100'),
  ),
  'GET /v0/persons/search | by their latest visit': '/v0/persons/search?sort=latestVisitAt',
  'GET /v0/persons/search | by their latest visit, second page of 50': growing(200, () =>
    nextPage('/v0/persons/search?sort=latestVisitAt'),
  ),
  'GET /v0/persons/search | by their latest visit, 100 of long ago': growing(200, () => {
    const cursor = encodeCursor(['persons', null, 'latestVisitAt'], `${longAgo()}.person_0`);
    return `/v0/persons/search?sort=latestVisitAt&limit=100&cursor=${cursor}`;
  }),
  'GET /v0/persons/search | words that everyone has, 50 a page': growing(
    30,
    '/v0/persons/search?query=linkedin',
  ),
  'GET /v0/persons/search | words that everyone has, second page of 100': growing(200, () =>
    nextPage('/v0/persons/search?limit=100&query=linkedin'),
  ),
  'GET /v0/persons/search | one match': async () => `/v0/persons/search?query=${(await person()).email}`,
  'GET /v0/persons/search | no match': '/v0/persons/search?query=no.such.word',
  'GET /v0/persons/:person_id | found': async () => `/v0/persons/${(await person()).personId}`,
  'GET /v0/persons/:person_id | not modified': async () => {
    const path = `/v0/persons/${(await person()).personId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  },
  'GET /v0/persons/:person_id | not found': '/v0/persons/person_none',
  'DELETE /v0/persons/:person_id | with 12 logs of 6 kinds': async () => {
    await nothingGivenUp();
    const { personId } = await person();
    await loadPersonLogs(personId, 12, kinds);
    return `/v0/persons/${personId}`;
  },
  'DELETE /v0/persons/:person_id | with 12 logs of the last minutes, without a key': async () => {
    await nothingGivenUp();
    const { personId } = await person();
    await loadPersonLogs(personId, 12, kinds, Date.now());
    return `/v0/persons/${personId}`;
  },
  'DELETE /v0/persons/:person_id | with 600 logs of 6 kinds': async () => {
    await nothingGivenUp();
    const { personId } = await person();
    await loadPersonLogs(personId, 600, kinds);
    return `/v0/persons/${personId}`;
  },
  'GET /v0/persons/:person_id/export | with 600 logs, the first page': () =>
    timeline('', 599).then((path) => path.replace(/logs$/, 'export')),
  'GET /v0/persons/:person_id/export | with 600 logs, the second page': async () =>
    nextPage((await timeline('', 599)).replace(/logs$/, 'export')),
  'GET /v0/persons/:person_id/export | not found': '/v0/persons/person_none/export',
  'DELETE /v0/persons/:person_id | not found': '/v0/persons/person_none',
  'GET /v0/persons/:person_id/logs | 601 logs of 7 kinds': () => timeline(''),
  'GET /v0/persons/:person_id/logs | 100 a page': () => timeline('?limit=100'),
  'GET /v0/persons/:person_id/logs | of a source: 3 kinds': () => timeline('?source=crm'),
  'GET /v0/persons/:person_id/logs | of a type: 2 kinds': () => timeline('?type=opened'),
  'GET /v0/persons/:person_id/logs | of a source and a type': () => timeline('?source=crm&type=opened'),
  'GET /v0/persons/:person_id/logs | of a source, second page': async () =>
    nextPage(await timeline('?source=crm')),
  'GET /v0/persons/:person_id/logs | of a source without logs': () => timeline('?source=none'),
  'GET /v0/persons/:person_id/logs | not found': '/v0/persons/person_none/logs',
  'GET /v0/accounts | all, 50 a page': growing(30, '/v0/accounts'),
  'GET /v0/accounts | second page of 100': growing(200, () => nextPage('/v0/accounts?limit=100')),
  'GET /v0/accounts | a file, its first 1,000': growing(1000, '/v0/accounts?format=csv'),
  'GET /v0/accounts | only empty ones': growing(30, '/v0/accounts?includeEmptyOnly=true'),
  'GET /v0/accounts | of a domain': '/v0/accounts?domain=northwind.example',
  'GET /v0/accounts | of an unknown domain': '/v0/accounts?domain=none.example',
  'GET /v0/accounts | by their latest activity': growing(30, '/v0/accounts?sort=latestActivityAt'),
  'GET /v0/accounts | by their latest visit, second page of 50': growing(200, () =>
    nextPage('/v0/accounts?sort=latestVisitAt'),
  ),
  'GET /v0/accounts | by their latest visit, 100 of long ago': growing(400, () => {
    const cursor = encodeCursor(['accounts', 'false', 'sort', 'latestVisitAt'], `${longAgo()}.account_0`);
    return `/v0/accounts?sort=latestVisitAt&limit=100&cursor=${cursor}`;
  }),
  'GET /v0/accounts | by their persons, second page of 100': growing(200, () =>
    nextPage('/v0/accounts?sort=linkedPersonsCount&limit=100'),
  ),
  'GET /v0/accounts | only empty ones, by their latest activity': growing(
    30,
    '/v0/accounts?includeEmptyOnly=true&sort=latestActivityAt',
  ),
  'GET /v0/accounts | only empty ones, by their latest visit, second page of 100': growing(200, () =>
    nextPage('/v0/accounts?includeEmptyOnly=true&sort=latestVisitAt&limit=100'),
  ),
  // Some 40 companies have it, however many accounts there are.
  'GET /v0/accounts | a word of some 40, 20 a page': growing(30, '/v0/accounts?query=northwind&limit=20'),
  'GET /v0/accounts | one match': async () => {
    const domain = `${unique()}.example`;
    await accountLog({ domain });
    return `/v0/accounts?query=${domain}`;
  },
  'GET /v0/accounts | no match': '/v0/accounts?query=no.such.word',
  'POST /v0/accounts/batch | 1 new account': () => at('/v0/accounts/batch', { accounts: companies(1) }),
  'POST /v0/accounts/batch | 100 new accounts': () => at('/v0/accounts/batch', { accounts: companies(100) }),
  'POST /v0/accounts/batch | 100 known accounts, nothing new': async () => {
    const accounts = companies(100);
    await send('POST', '/v0/accounts/batch', { accounts });
    return at('/v0/accounts/batch', { accounts });
  },
  'POST /v0/accounts/batch | 100 known accounts, each gets another name': async () => {
    const accounts = companies(100);
    await send('POST', '/v0/accounts/batch', { accounts });
    const renamed = accounts.map((one) => ({ ...one, name: unique() }));
    return at('/v0/accounts/batch', { accounts: renamed, onConflict: 'update' });
  },
  'POST /v0/accounts/batch | 100 accounts, a dry run': () =>
    at('/v0/accounts/batch', { accounts: companies(100), dryRun: true }),
  'GET /v0/accounts/:account_id | the largest': async () => `/v0/accounts/${await bigAccount()}`,
  'GET /v0/accounts/:account_id | not modified': async () => {
    const path = `/v0/accounts/${(await accountLog()).accountId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  },
  'GET /v0/accounts/:account_id | not found': '/v0/accounts/account_none',
  'PATCH /v0/accounts/:account_id | the largest': async () =>
    at(`/v0/accounts/${await bigAccount()}`, { name: 'Northwind' }),
  'PATCH /v0/accounts/:account_id | with If-Match': async () => {
    const path = `/v0/accounts/${(await accountLog()).accountId}`;
    return at(path, { name: 'Northwind' }, { 'if-match': await etagOf(path) });
  },
  'PATCH /v0/accounts/:account_id | If-Match with another tag': async () =>
    at(`/v0/accounts/${await bigAccount()}`, { name: 'Northwind' }, { 'if-match': '"0"' }),
  'PATCH /v0/accounts/:account_id | nothing': async () => at(`/v0/accounts/${await bigAccount()}`, {}),
  'PATCH /v0/accounts/:account_id | not found': () => at('/v0/accounts/account_none', { name: 'Northwind' }),
  'POST /v0/account_logs | new domain and new key': () =>
    at('/v0/account_logs', { ...entry, domain: `${unique()}.example`, idempotencyKey: unique() }),
  'POST /v0/account_logs | accountId': async () =>
    at('/v0/account_logs', { ...entry, accountId: await bigAccount(), idempotencyKey: unique() }),
  'POST /v0/account_logs | retry': async () => {
    const write = { ...entry, domain: `${unique()}.example`, idempotencyKey: unique() };
    await accountLog(write);
    return at('/v0/account_logs', write);
  },
  'POST /v0/account_logs | unknown accountId': () =>
    at('/v0/account_logs', { ...entry, accountId: 'account_none', idempotencyKey: unique() }),
  'GET /v0/accounts/:account_id/logs | 3 logs of 2 kinds': () => accountTimeline(''),
  'GET /v0/accounts/:account_id/logs | of a source': () => accountTimeline('?source=website-form'),
  'GET /v0/accounts/:account_id/logs | not found': '/v0/accounts/account_none/logs',
  'GET /v0/accounts/:account_id/logs/:account_log_id | found': async () => {
    const { accountId, accountLogId } = await accountLog();
    return `/v0/accounts/${accountId}/logs/${accountLogId}`;
  },
  'GET /v0/accounts/:account_id/logs/:account_log_id | not found': async () =>
    `/v0/accounts/${await bigAccount()}/logs/account_log_none`,
  'DELETE /v0/accounts/:account_id/logs/:account_log_id | of the last minutes, without a key': async () => {
    const { accountId, accountLogId } = await accountLog();
    return `/v0/accounts/${accountId}/logs/${accountLogId}`;
  },
  'GET /v0/api_keys | 50 a page': '/v0/api_keys',
  'POST /v0/api_keys | new': () => at('/v0/api_keys', { name: 'crm', scopes: ['read', 'write'] }),
  'DELETE /v0/api_keys/:api_key_id | revoked': async () => `/v0/api_keys/${(await key()).apiKeyId}`,
  'DELETE /v0/api_keys/:api_key_id | not found': '/v0/api_keys/api_key_none',
  'POST /v0/api_keys/:api_key_id/rotate | rotated': async () =>
    at(`/v0/api_keys/${(await key()).apiKeyId}/rotate`, {}),
  'POST /v0/api_keys/:api_key_id/rotate | not found': () => at('/v0/api_keys/api_key_none/rotate', {}),
  'POST /v0/api_keys/:api_key_id/rotate | refused, because it ends later': async () =>
    at(`/v0/api_keys/${(await key()).apiKeyId}/rotate`, {}, { 'x-api-key': await endingKey() }),
  'DELETE /v0/api_keys/current | revoked': async () => {
    const { key: own } = await key();
    await send('GET', '/v0/api_keys/current', undefined, { key: own });
    return at('/v0/api_keys/current', undefined, { 'x-api-key': own });
  },
  'GET /v0/api_keys/current | a key that is remembered': '/v0/api_keys/current',
  'POST /v0/sign_in | a code': async () => at('/v0/sign_in', { code: await newCode() }),
  'POST /v0/sign_in | a code, removing ten old keys': async () => {
    await env.DB.prepare(oldKeys).run();
    return at('/v0/sign_in', { code: await newCode() });
  },
  'POST /v0/sign_in | through Cloudflare Access': async () => {
    serveCerts();
    const { bindings, token } = await newTeam();
    return { ...at('/v0/sign_in', {}, { 'cf-access-jwt-assertion': await token() }), bindings };
  },
  'POST /v0/sign_in | a malformed code': () => at('/v0/sign_in', { code: 'x' }),
  'POST /v0/sign_in | the code of a share link': async () =>
    at('/v0/sign_in', { code: (await shareLink()).code }),
  'POST /v0/share_links | new, beside 50': async () => {
    await workingLinks(50);
    return at('/v0/share_links', link);
  },
  'POST /v0/share_links | new, removing ten old keys': async () => {
    await workingLinks(0);
    await env.DB.prepare(oldLinks).run();
    return at('/v0/share_links', link);
  },
  'POST /v0/share_links | 100 work already': async () => {
    await workingLinks(100);
    return at('/v0/share_links', link);
  },
  'GET /v0/share_links | 50 of 100': async () => {
    await workingLinks(100);
    return '/v0/share_links';
  },
  'DELETE /v0/share_links/:share_link_id | revoked': async () =>
    `/v0/share_links/${(await shareLink()).shareLinkId}`,
  'DELETE /v0/share_links/:share_link_id | not found': '/v0/share_links/share_link_none',
  'GET /v0/system | with a webhook': '/v0/system',
  'POST /v0/system/given_up/:given_up_id/send | a visit': async () => at(await lostVisit(false), {}),
  'POST /v0/system/given_up/:given_up_id/send | sent already': async () => at(await lostVisit(true), {}),
  'POST /v0/system/given_up/:given_up_id/send | not found': () =>
    at('/v0/system/given_up/givenup_none/send', {}),
  'GET /v0/sample_data | none': '/v0/sample_data',
  'POST /v0/sample_data | not empty': () => at('/v0/sample_data', {}),
  'DELETE /v0/sample_data | none': '/v0/sample_data',
  'GET /health | up': async () => {
    await send('GET', '/health'); // reads the schemas, which happens once a minute
    return '/health';
  },
  'GET /openapi.json | a file': '/openapi.json',
});
