import { env } from 'cloudflare:workers';
import type { ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import type { ShareLinkCreated } from '../../src/access/share-links/schemas.ts';
import type { AccountLogCreated } from '../../src/people/account-logs/schemas.ts';
import type { PersonLogCreated } from '../../src/people/person-logs/schemas.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import { newTeam, serveCerts } from '../worker/support/access.ts';
import { mintKey, send } from '../worker/support/client.ts';
import { type Kind, loadPersonLogs } from '../worker/support/load/persons.ts';
import { newCode } from '../worker/support/sign-in.ts';
import { at, etagOf, made, nextPage, type Row, row, unique } from './budget.ts';

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
  return { path: `/v0/persons/${personId}/logs${query}` };
}
async function accountTimeline(query: string) {
  const { accountId } = await accountLog();
  await accountLog({ domain: undefined, accountId });
  await accountLog({ domain: undefined, accountId, source: 'billing' });
  return { path: `/v0/accounts/${accountId}/logs${query}` };
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

// Each entry is a row of docs/operators/cost.md: [status, most rows read, most rows written].
export const personTable: Row[] = [
  row('POST /v0/person_logs', 'everything new: person, company, key', [201, 14, 23], () =>
    at('/v0/person_logs', { ...entry, ...fullPerson(), idempotencyKey: unique() }),
  ),
  row('POST /v0/person_logs', 'new person of a known company, no key', [201, 13, 19], async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    return at('/v0/person_logs', { ...entry, ...fullPerson(company) });
  }),
  row(
    'POST /v0/person_logs',
    'new person of a known company by email, with a key',
    [201, 13, 17],
    async () => {
      const company = `${unique()}.example`;
      await person(fullPerson(company));
      const { email } = fullPerson(company);
      return at('/v0/person_logs', { ...entry, email, idempotencyKey: unique() });
    },
  ),
  row('POST /v0/person_logs', 'no identifier', [201, 11, 11], () =>
    at('/v0/person_logs', { ...entry, idempotencyKey: unique() }),
  ),
  row('POST /v0/person_logs', 'personId', [201, 11, 7], async () =>
    at('/v0/person_logs', { ...entry, personId: (await person()).personId, idempotencyKey: unique() }),
  ),
  row('POST /v0/person_logs', 'known email', [201, 11, 7], async () =>
    at('/v0/person_logs', { ...entry, email: (await person()).email, idempotencyKey: unique() }),
  ),
  row('POST /v0/person_logs', 'known phone, fills two empty fields', [201, 18, 20], async () => {
    const { phoneNumber, ...blanks } = fullPerson();
    await person({ email: undefined, linkedinProfileUrl: undefined, phoneNumber });
    return at('/v0/person_logs', { ...entry, ...blanks, phoneNumber, idempotencyKey: unique() });
  }),
  row('POST /v0/person_logs', 'known LinkedIn, fills two empty fields', [201, 18, 20], async () => {
    const { linkedinProfileUrl, ...blanks } = fullPerson();
    await person({ email: undefined, phoneNumber: undefined, linkedinProfileUrl });
    return at('/v0/person_logs', { ...entry, ...blanks, linkedinProfileUrl, idempotencyKey: unique() });
  }),
  row('POST /v0/person_logs', 'personId, fills three empty fields', [201, 18, 20], async () => {
    const { personId } = await made<Person>('/v0/persons', { name: unique() });
    return at('/v0/person_logs', { ...entry, ...fullPerson(), personId, idempotencyKey: unique() });
  }),
  row('POST /v0/person_logs', 'personId with identifiers of others', [201, 14, 5], async () => {
    const { personId } = await made<Person>('/v0/persons', { name: unique() });
    const { email, phoneNumber, linkedinProfileUrl } = await person();
    const identifiers = { email, phoneNumber, linkedinProfileUrl };
    return at('/v0/person_logs', { ...entry, ...identifiers, personId, idempotencyKey: unique() });
  }),
  row('POST /v0/person_logs', 'retry', [201, 5, 0], async () => {
    const write = { ...entry, ...fullPerson(), idempotencyKey: unique() };
    await personLog(write);
    return at('/v0/person_logs', write);
  }),
  row('POST /v0/person_logs', 'key of another request', [422, 6, 0], async () => {
    const write = { ...entry, ...fullPerson(), idempotencyKey: unique() };
    await personLog(write);
    return at('/v0/person_logs', { ...write, ...fullPerson() });
  }),
  row('POST /v0/person_logs', 'unknown personId', [404, 4, 0], () =>
    at('/v0/person_logs', { ...entry, personId: 'person_nobody', idempotencyKey: unique() }),
  ),
  row('POST /v0/person_logs/batch', '1 write, everything new', [200, 17, 23], () =>
    at('/v0/person_logs/batch', { writes: [{ ...entry, ...fullPerson(), idempotencyKey: unique() }] }),
  ),
  row('POST /v0/person_logs/batch', '100 writes, everything new', [200, 1403, 2300], () =>
    at('/v0/person_logs/batch', {
      writes: Array.from({ length: 100 }, () => ({ ...entry, ...fullPerson(), idempotencyKey: unique() })),
    }),
  ),
  row('GET /v0/persons/:person_id/logs/:person_log_id', 'found', [200, 1, 0], async () => {
    const { personId, personLogId } = await personLog();
    return at(`/v0/persons/${personId}/logs/${personLogId}`);
  }),
  row('GET /v0/persons/:person_id/logs/:person_log_id', 'not found', [404, 0, 0], async () =>
    at(`/v0/persons/${(await person()).personId}/logs/person_log_none`),
  ),
  row('POST /v0/persons', 'of a new company', [201, 16, 18], () => at('/v0/persons', fullPerson())),
  row('POST /v0/persons', 'of a known company', [201, 15, 12], async () => {
    const company = `${unique()}.example`;
    await person(fullPerson(company));
    return at('/v0/persons', fullPerson(company));
  }),
  row('POST /v0/persons', 'of a company without persons', [201, 16, 13], async () => {
    const company = `${unique()}.example`;
    await accountLog({ domain: company });
    return at('/v0/persons', fullPerson(company));
  }),
  row('POST /v0/persons', 'with a name that others have', [201, 17, 18], async () => {
    const { name } = await person();
    return at('/v0/persons', { ...fullPerson(), name });
  }),
  row('POST /v0/persons', 'email and phone of others', [409, 8, 0], async () => {
    const { email } = await person();
    const { phoneNumber } = await person();
    return at('/v0/persons', { ...fullPerson(), email, phoneNumber });
  }),
  row('PATCH /v0/persons/:person_id', 'every field, to a new company', [200, 21, 20], async () =>
    at(`/v0/persons/${(await person()).personId}`, { ...fullPerson(), domain: `${unique()}.example` }),
  ),
  row('PATCH /v0/persons/:person_id', 'domain, between known companies', [200, 13, 8], async () => {
    const [from, to] = [`${unique()}.example`, `${unique()}.example`];
    await person(fullPerson(from));
    await person(fullPerson(to));
    return at(`/v0/persons/${(await person(fullPerson(from))).personId}`, { domain: to });
  }),
  row('PATCH /v0/persons/:person_id', 'name', [200, 14, 3], async () =>
    at(`/v0/persons/${(await person()).personId}`, { name: 'Łukasz' }),
  ),
  row('PATCH /v0/persons/:person_id', 'name, with If-Match', [200, 14, 3], async () => {
    const path = `/v0/persons/${(await person()).personId}`;
    return at(path, { name: 'Łukasz' }, { 'if-match': await etagOf(path) });
  }),
  row('PATCH /v0/persons/:person_id', 'If-Match with another tag', [412, 8, 0], async () =>
    at(`/v0/persons/${(await person()).personId}`, { name: 'Łukasz' }, { 'if-match': '"0"' }),
  ),
  row('PATCH /v0/persons/:person_id', 'nothing', [200, 1, 0], async () =>
    at(`/v0/persons/${(await person()).personId}`, {}),
  ),
  row('PATCH /v0/persons/:person_id', 'identifiers of others', [409, 12, 0], async () => {
    const { email, phoneNumber, linkedinProfileUrl } = await person();
    return at(`/v0/persons/${(await person()).personId}`, { email, phoneNumber, linkedinProfileUrl });
  }),
  row('PATCH /v0/persons/:person_id', 'not found', [404, 4, 0], () =>
    at('/v0/persons/person_none', fullPerson()),
  ),
  row('GET /v0/persons/search', 'all, 50 a page', [200, 52, 0], () => at('/v0/persons/search')),
  row('GET /v0/persons/search', 'all, second page of 100', [200, 102, 0], () =>
    nextPage('/v0/persons/search?limit=100'),
  ),
  row('GET /v0/persons/search', 'by their latest visit', [200, 52, 0], () =>
    at('/v0/persons/search?sort=latestVisitAt'),
  ),
  row('GET /v0/persons/search', 'by their latest visit, second page of 100', [200, 103, 0], () =>
    nextPage('/v0/persons/search?sort=latestVisitAt&limit=100'),
  ),
  row('GET /v0/persons/search', 'words that everyone has, 50 a page', [200, 1101, 0], () =>
    at('/v0/persons/search?query=linkedin'),
  ),
  row('GET /v0/persons/search', 'words that everyone has, second page of 100', [200, 1202, 0], () =>
    nextPage('/v0/persons/search?limit=100&query=linkedin'),
  ),
  row('GET /v0/persons/search', 'one match', [200, 3, 0], async () =>
    at(`/v0/persons/search?query=${(await person()).email}`),
  ),
  row('GET /v0/persons/search', 'no match', [200, 0, 0], () => at('/v0/persons/search?query=no.such.word')),
  row('GET /v0/persons/:person_id', 'found', [200, 1, 0], async () =>
    at(`/v0/persons/${(await person()).personId}`),
  ),
  row('GET /v0/persons/:person_id', 'not modified', [304, 1, 0], async () => {
    const path = `/v0/persons/${(await person()).personId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  }),
  row('GET /v0/persons/:person_id', 'not found', [404, 0, 0], () => at('/v0/persons/person_none')),
  row('DELETE /v0/persons/:person_id', 'with 12 logs of 6 kinds', [200, 62, 31, 2], async () => {
    const { personId } = await person();
    await loadPersonLogs(personId, 12, kinds);
    return at(`/v0/persons/${personId}`);
  }),
  row('DELETE /v0/persons/:person_id', 'with 600 logs of 6 kinds', [200, 650, 619, 2], async () => {
    const { personId } = await person();
    await loadPersonLogs(personId, 600, kinds);
    return at(`/v0/persons/${personId}`);
  }),
  row('DELETE /v0/persons/:person_id', 'not found', [404, 1, 0], () => at('/v0/persons/person_none')),
  row('GET /v0/persons/:person_id/logs', '601 logs of 7 kinds', [200, 60, 0], () => timeline('')),
  row('GET /v0/persons/:person_id/logs', '100 a page', [200, 110, 0], () => timeline('?limit=100')),
  row('GET /v0/persons/:person_id/logs', 'of a source: 3 kinds', [200, 621, 0], () =>
    timeline('?source=crm'),
  ),
  row('GET /v0/persons/:person_id/logs', 'of a type: 2 kinds', [200, 425, 0], () => timeline('?type=opened')),
  row('GET /v0/persons/:person_id/logs', 'of a source and a type', [200, 156, 0], () =>
    timeline('?source=crm&type=opened'),
  ),
  row('GET /v0/persons/:person_id/logs', 'of a source, second page', [200, 621, 0], async () =>
    nextPage((await timeline('?source=crm')).path),
  ),
  row('GET /v0/persons/:person_id/logs', 'of a source without logs', [200, 2, 0], () =>
    timeline('?source=none'),
  ),
  row('GET /v0/persons/:person_id/logs', 'not found', [404, 0, 0], () => at('/v0/persons/person_none/logs')),
  row('GET /v0/accounts', 'all, 50 a page', [200, 52, 0], () => at('/v0/accounts')),
  row('GET /v0/accounts', 'second page of 100', [200, 102, 0], () => nextPage('/v0/accounts?limit=100')),
  row('GET /v0/accounts', 'a file, its first 1,000', [200, 1002, 0], () => at('/v0/accounts?format=csv')),
  row('GET /v0/accounts', 'only empty ones', [200, 52, 0], () => at('/v0/accounts?includeEmptyOnly=true')),
  row('GET /v0/accounts', 'of a domain', [200, 1, 0], () => at('/v0/accounts?domain=northwind.example')),
  row('GET /v0/accounts', 'of an unknown domain', [200, 0, 0], () => at('/v0/accounts?domain=none.example')),
  row('GET /v0/accounts', 'by their latest activity', [200, 52, 0], () =>
    at('/v0/accounts?sort=latestActivityAt'),
  ),
  row('GET /v0/accounts', 'by their latest visit, second page of 100', [200, 103, 0], () =>
    nextPage('/v0/accounts?sort=latestVisitAt&limit=100'),
  ),
  row('GET /v0/accounts', 'by their persons, second page of 100', [200, 103, 0], () =>
    nextPage('/v0/accounts?sort=linkedPersonsCount&limit=100'),
  ),
  row('GET /v0/accounts', 'only empty ones, by their latest activity', [200, 52, 0], () =>
    at('/v0/accounts?includeEmptyOnly=true&sort=latestActivityAt'),
  ),
  row('GET /v0/accounts', 'only empty ones, by their latest visit, second page of 100', [200, 103, 0], () =>
    nextPage('/v0/accounts?includeEmptyOnly=true&sort=latestVisitAt&limit=100'),
  ),
  // Some 40 companies have it, however many accounts there are.
  row('GET /v0/accounts', 'a word of some 40, 20 a page', [200, 84, 0], () =>
    at('/v0/accounts?query=northwind&limit=20'),
  ),
  row('GET /v0/accounts', 'one match', [200, 3, 0], async () => {
    const domain = `${unique()}.example`;
    await accountLog({ domain });
    return at(`/v0/accounts?query=${domain}`);
  }),
  row('GET /v0/accounts', 'no match', [200, 0, 0], () => at('/v0/accounts?query=no.such.word')),
  row('GET /v0/accounts/:account_id', 'the largest', [200, 1, 0], async () =>
    at(`/v0/accounts/${await bigAccount()}`),
  ),
  row('GET /v0/accounts/:account_id', 'not modified', [304, 1, 0], async () => {
    const path = `/v0/accounts/${(await accountLog()).accountId}`;
    return at(path, undefined, { 'if-none-match': await etagOf(path) });
  }),
  row('GET /v0/accounts/:account_id', 'not found', [404, 0, 0], () => at('/v0/accounts/account_none')),
  row('PATCH /v0/accounts/:account_id', 'the largest', [200, 7, 3], async () =>
    at(`/v0/accounts/${await bigAccount()}`, { name: 'Northwind' }),
  ),
  row('PATCH /v0/accounts/:account_id', 'with If-Match', [200, 7, 3], async () => {
    const path = `/v0/accounts/${(await accountLog()).accountId}`;
    return at(path, { name: 'Northwind' }, { 'if-match': await etagOf(path) });
  }),
  row('PATCH /v0/accounts/:account_id', 'If-Match with another tag', [412, 5, 0], async () =>
    at(`/v0/accounts/${await bigAccount()}`, { name: 'Northwind' }, { 'if-match': '"0"' }),
  ),
  row('PATCH /v0/accounts/:account_id', 'nothing', [200, 1, 0], async () =>
    at(`/v0/accounts/${await bigAccount()}`, {}),
  ),
  row('PATCH /v0/accounts/:account_id', 'not found', [404, 3, 0], () =>
    at('/v0/accounts/account_none', { name: 'Northwind' }),
  ),
  row('POST /v0/account_logs', 'new domain and new key', [201, 13, 16], () =>
    at('/v0/account_logs', { ...entry, domain: `${unique()}.example`, idempotencyKey: unique() }),
  ),
  row('POST /v0/account_logs', 'accountId', [201, 8, 7], async () =>
    at('/v0/account_logs', { ...entry, accountId: await bigAccount(), idempotencyKey: unique() }),
  ),
  row('POST /v0/account_logs', 'retry', [201, 5, 0], async () => {
    const write = { ...entry, domain: `${unique()}.example`, idempotencyKey: unique() };
    await accountLog(write);
    return at('/v0/account_logs', write);
  }),
  row('POST /v0/account_logs', 'unknown accountId', [404, 5, 0], () =>
    at('/v0/account_logs', { ...entry, accountId: 'account_none', idempotencyKey: unique() }),
  ),
  row('GET /v0/accounts/:account_id/logs', '3 logs of 2 kinds', [200, 8, 0], () => accountTimeline('')),
  row('GET /v0/accounts/:account_id/logs', 'of a source', [200, 14, 0], () =>
    accountTimeline('?source=website-form'),
  ),
  row('GET /v0/accounts/:account_id/logs', 'not found', [404, 0, 0], () =>
    at('/v0/accounts/account_none/logs'),
  ),
  row('GET /v0/accounts/:account_id/logs/:account_log_id', 'found', [200, 1, 0], async () => {
    const { accountId, accountLogId } = await accountLog();
    return at(`/v0/accounts/${accountId}/logs/${accountLogId}`);
  }),
  row('GET /v0/accounts/:account_id/logs/:account_log_id', 'not found', [404, 0, 0], async () =>
    at(`/v0/accounts/${await bigAccount()}/logs/account_log_none`),
  ),
  row('GET /v0/api_keys', '50 a page', [200, 52, 0], () => at('/v0/api_keys')),
  row('POST /v0/api_keys', 'new', [201, 9, 3], () =>
    at('/v0/api_keys', { name: 'crm', scopes: ['read', 'write'] }),
  ),
  row('DELETE /v0/api_keys/:api_key_id', 'revoked', [200, 5, 1], async () =>
    at(`/v0/api_keys/${(await key()).apiKeyId}`),
  ),
  row('DELETE /v0/api_keys/:api_key_id', 'not found', [404, 4, 0], () => at('/v0/api_keys/api_key_none')),
  row('POST /v0/api_keys/:api_key_id/rotate', 'rotated', [201, 14, 4], async () =>
    at(`/v0/api_keys/${(await key()).apiKeyId}/rotate`, {}),
  ),
  row('POST /v0/api_keys/:api_key_id/rotate', 'not found', [404, 7, 0], () =>
    at('/v0/api_keys/api_key_none/rotate', {}),
  ),
  row('POST /v0/api_keys/:api_key_id/rotate', 'refused, because it ends later', [400, 11, 0], async () =>
    at(`/v0/api_keys/${(await key()).apiKeyId}/rotate`, {}, { 'x-api-key': await endingKey() }),
  ),
  row('DELETE /v0/api_keys/current', 'revoked', [200, 5, 1], async () => {
    const { key: own } = await key();
    await send('GET', '/v0/api_keys/current', undefined, { key: own });
    return at('/v0/api_keys/current', undefined, { 'x-api-key': own });
  }),
  row('GET /v0/api_keys/current', 'a key that is remembered', [200, 0, 0, 0], () =>
    at('/v0/api_keys/current'),
  ),
  row('POST /v0/sign_in', 'a code', [201, 11, 5], async () => at('/v0/sign_in', { code: await newCode() })),
  row('POST /v0/sign_in', 'a code, removing ten old keys', [201, 59, 25], async () => {
    await env.DB.prepare(oldKeys).run();
    return at('/v0/sign_in', { code: await newCode() });
  }),
  row('POST /v0/sign_in', 'through Cloudflare Access', [201, 8, 4], async () => {
    serveCerts();
    const { bindings, token } = await newTeam();
    return { ...at('/v0/sign_in', {}, { 'cf-access-jwt-assertion': await token() }), bindings };
  }),
  row('POST /v0/sign_in', 'a malformed code', [401, 0, 0, 0], () => at('/v0/sign_in', { code: 'x' })),
  row('POST /v0/sign_in', 'the code of a share link', [201, 1, 0], async () =>
    at('/v0/sign_in', { code: (await shareLink()).code }),
  ),
  row('POST /v0/share_links', 'new, beside 50', [201, 61, 4], async () => {
    await workingLinks(50);
    return at('/v0/share_links', link);
  }),
  row('POST /v0/share_links', 'new, removing ten old keys', [201, 59, 24], async () => {
    await workingLinks(0);
    await env.DB.prepare(oldLinks).run();
    return at('/v0/share_links', link);
  }),
  row('POST /v0/share_links', '100 work already', [409, 109, 0], async () => {
    await workingLinks(100);
    return at('/v0/share_links', link);
  }),
  row('GET /v0/share_links', '50 of 100', [200, 300, 0], async () => {
    await workingLinks(100);
    return at('/v0/share_links');
  }),
  row('DELETE /v0/share_links/:share_link_id', 'revoked', [200, 5, 2], async () =>
    at(`/v0/share_links/${(await shareLink()).shareLinkId}`),
  ),
  row('DELETE /v0/share_links/:share_link_id', 'not found', [404, 4, 0], () =>
    at('/v0/share_links/share_link_none'),
  ),
  row('GET /health', 'up', [200, 1, 0], async () => {
    await send('GET', '/health'); // reads the schemas, which happens once a minute
    return at('/health');
  }),
  row('GET /openapi.json', 'a file', [200, 0, 0, 0], () => at('/openapi.json')),
];
