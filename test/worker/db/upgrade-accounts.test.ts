import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../../../src/app.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import type { AccountList } from '../../../src/people/accounts/schemas.ts';
import type { PersonList } from '../../../src/people/persons/schemas.ts';
import { openTestDatabase, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

// A database from before accounts could be searched and had a latest visit, with accounts, persons and sessions.

const db = env.UPGRADED;
const hour = 3_600_000;
const day = 24 * hour;
const last = Math.floor(Date.now() / hour) * hour - hour;
const run = (...statements: string[]) => db.batch(statements.map((statement) => db.prepare(statement)));
const until = (number: string) => env.MIGRATIONS.filter(({ name }) => name < number);

const session = (id: string, at: number, columns: Record<string, string>) =>
  `INSERT INTO audience_sessions (analytics_session_id, page_id, computation_status, form_state, has_conversion,
     questions_asked_count, total_clicks_count, session_started_at, active_ms, ${Object.keys(columns).join(', ')})
   VALUES ('${id}', 'page_1', 'completed', 0, 0, 0, 0, ${at}, 0, '${Object.values(columns).join("', '")}')`;

let key = createApiKey('main');
async function get<T>(path: string): Promise<T> {
  const request = new Request(`https://footfall.test${path}`, { headers: { 'x-api-key': key } });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  expect(response.status).toBe(200);
  return response.json();
}

beforeAll(async () => {
  await applyD1Migrations(db, until('0036'));
  const account = (n: number, domain: string, name: string) =>
    `INSERT INTO accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
     VALUES ('account_${n}', '${domain}', '${name}', ${n % 2}, ${n}, ${n}, ${last - n * hour})`;
  const person = (n: number) =>
    `INSERT INTO persons (person_id, name, search_name, slug, created_at, updated_at)
     VALUES ('person_${n}', 'P', 'p', 'p-${n}', ${n}, ${n})`;
  await run(
    account(1, 'łódź.example', 'łódź.example'),
    account(2, 'two.example', 'Zoë Søns & Straße Việt'),
    account(3, 'three.example', 'three.example'),
    account(4, 'four.example', '北京公司'),
    ...[1, 2, 3, 4].map(person),
    session('form', last - 40 * day, { person_id: 'person_1', account_id: 'account_1' }),
    session('earlier form', last - 50 * day, { person_id: 'person_1', account_id: 'account_1' }),
    session('form of nobody', last - 60 * day, { person_id: 'person_2', account_id: '' }),
    session('link', last - 2 * day, { recipient_person_id: 'person_3', recipient_account_id: 'account_3' }),
    session('late link', last + 3 * hour, {
      recipient_person_id: 'person_2',
      recipient_account_id: 'account_2',
    }),
    session('old link', last - 8 * day, {
      recipient_person_id: 'person_4',
      recipient_account_id: 'account_4',
    }),
  );
  await applyD1Migrations(db, until('0038'));
  // The Worker of before still runs between two migrations.
  await run(account(5, 'between.example', 'between.example'));
  await applyD1Migrations(db, env.MIGRATIONS);
  key = createApiKey('main');
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read'] });
});
afterAll(() => dropAll(db));

test('accounts of before are found by their names and domains', async () => {
  for (const [query, found] of [
    ['lodz', 1],
    ['łó', 1],
    ['sons', 2],
    ['STRASSE viet', 2],
    ['st', 2],
    ['Søns', 2],
    ['ree.exam', 3],
    ['公司', 4],
    ['betw', 5],
  ] as const) {
    const { items } = await get<AccountList>(`/v0/accounts?query=${encodeURIComponent(query)}`);
    expect(
      items.map(({ accountId }) => accountId),
      query,
    ).toEqual([`account_${found}`]);
  }
  const all = await get<AccountList>('/v0/accounts?query=example');
  expect(all.items.map(({ accountId }) => accountId)).toEqual([5, 4, 3, 2, 1].map((n) => `account_${n}`));
});

test('they have the latest visits that are known, and are sorted', async () => {
  const time = (at: number) => new Date(at).toISOString();
  const { items } = await get<AccountList>('/v0/accounts?sort=latestVisitAt');
  const migratedAt = Date.parse(items[0]?.latestVisitAt ?? '');
  expect(migratedAt).toBeLessThanOrEqual(Date.now());
  expect(migratedAt).toBeGreaterThan(last);
  expect(items.map(({ accountId, latestVisitAt }) => [accountId, latestVisitAt])).toEqual([
    // A start of the future is not later than the migration.
    ['account_2', time(migratedAt)],
    ['account_3', time(last - 2 * day)],
    ['account_1', time(last - 40 * day)],
    ['account_5', null],
    ['account_4', null],
  ]);
  const persons = await get<PersonList>('/v0/persons/search?sort=latestVisitAt');
  expect(persons.items.map(({ personId, latestVisitAt }) => [personId, latestVisitAt])).toEqual([
    ['person_2', time(migratedAt)],
    ['person_3', time(last - 2 * day)],
    ['person_1', time(last - 40 * day)],
    ['person_4', null],
  ]);
  const active = await get<AccountList>('/v0/accounts?sort=latestActivityAt');
  expect(active.items.map(({ accountId }) => accountId)).toEqual([1, 2, 3, 4, 5].map((n) => `account_${n}`));
  const empty = await get<AccountList>('/v0/accounts?includeEmptyOnly=1&sort=latestVisitAt');
  expect(empty.items.map(({ accountId }) => accountId)).toEqual(['account_2', 'account_4']);
});
