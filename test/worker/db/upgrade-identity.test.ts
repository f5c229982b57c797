import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { membersRepairOf } from '../../../scripts/d1/repairs.ts';
import { app } from '../../../src/app.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import {
  canonicalJson,
  checksumsOf,
  hashIdempotencyKey,
  requestDigest,
} from '../../../src/lib/idempotency.ts';
import type { AccountList } from '../../../src/people/accounts/schemas.ts';
import type { PersonLogCreated } from '../../../src/people/person-logs/schemas.ts';
import type { PersonList } from '../../../src/people/persons/schemas.ts';
import { openTestDatabase, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

// A database of commit 144f7410, with identifiers as its rules stored them.

const db = env.UPGRADED;
const at = Date.parse('2026-11-20T10:00:00Z');
let key = createApiKey('main');

async function call<T>(method: string, path: string, body?: unknown) {
  const request = new Request(`https://footfall.test${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}
const all = async (sql: string) => (await db.prepare(sql).all()).results;

/** Persons by number: email, email_domain, domain, LinkedIn URL. */
const persons: (string | null)[][] = [
  ['anna@acme.example', 'acme.example', null, 'https://www.linkedin.com/in/none'],
  [
    'mailto:ben@acme.example',
    'acme.example',
    null,
    'https://www.linkedin.com/sales/lead/ACwAAB1%2CNAME_SEARCH%2Cx',
  ],
  [
    'mailto:anna@acme.example',
    'acme.example',
    null,
    'https://www.linkedin.com/sales/lead/ACwAAB1%2CNAME_SEARCH%2Cy',
  ],
  ['cleo@ａｃｍｅ．ｅｘａｍｐｌｅ', 'ａｃｍｅ．ｅｘａｍｐｌｅ', null, null],
  ['dora@xn--bcher-kva.example', 'xn--bcher-kva.example', null, null],
  ['emil@bücher.example', 'bücher.example', null, null],
  ['finn@xn--fa-hia.example', 'xn--fa-hia.example', null, null],
  ['info@www.de', 'de', null, null],
  ['info@www.com', null, null, null],
  ['gina@acme..example', 'acme..example', null, null],
  ['hugo@hugo.example', 'hugo.example', 'n', null],
  ['ines@sunrise.ch', 'sunrise.ch', '*.ines.example', null],
  ['jan@facebook.com', null, null, null],
  ['kim@localhost', 'localhost', null, null],
  ['lea@www.lea.example', 'lea.example', null, null],
];
const accounts = [
  ...[
    'acme.example',
    'ａｃｍｅ．ｅｘａｍｐｌｅ',
    'xn--bcher-kva.example',
    'bücher.example',
    'xn--fa-hia.example',
    'de',
  ],
  ...['acme..example', 'n', '*.ines.example', 'localhost', 'lea.example', 'n-with-log'],
];
const personId = (n: number) => `person_01kafz8q6tf7n9t3cwh2k5v${String(n).padStart(3, '0')}`;
const accountId = (n: number) => `account_01kafz8q6tf7n9t3cwh2k5v${String(n).padStart(3, '0')}`;

/** What 144f7410 stored of a log with a key, whose fields its rules had normalised. */
function insertLog(n: number, idempotencyKey: string, fields: Record<string, string>) {
  const compared = {
    source: 'crm',
    type: 'webhook',
    payload: canonicalJson('{"a":1}'),
    idempotencyKey,
    ...fields,
  };
  const logId = `person_log_01kafz8q6tf7n9t3cwh2k5v${String(n).padStart(3, '0')}`;
  return [
    db
      .prepare(
        `INSERT INTO person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint, created_at)
         VALUES (?, ?, 'crm', 'webhook', '{"a":1}', ?, ?, ?)`,
      )
      .bind(personId(n), logId, idempotencyKey, JSON.stringify(checksumsOf(compared)), at),
    db
      .prepare(
        `INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
           created_at) VALUES ('person_log', ?, ?, ?, ?, 1, 'crm', 'webhook', ?)`,
      )
      .bind(
        hashIdempotencyKey(idempotencyKey),
        personId(n),
        logId,
        requestDigest(idempotencyKey, compared),
        at,
      ),
  ];
}

beforeAll(async () => {
  await applyD1Migrations(
    db,
    env.MIGRATIONS.filter(({ name }) => name < '0061'),
  );
  await db.batch([
    ...persons.map((columns, n) =>
      db
        .prepare(
          `INSERT INTO persons (person_id, name, search_name, email, email_domain, domain, linkedin_profile_url, slug,
             created_at, updated_at) VALUES (?, 'P', 'p', ?, ?, ?, ?, ?, ?, ?)`,
        )
        .bind(personId(n), ...columns, `p-${n}`, at, at),
    ),
    ...accounts.map((domain, n) =>
      db
        .prepare(
          `INSERT INTO accounts (account_id, domain, name, linked_persons_count, created_at, updated_at,
             latest_activity_at)
           VALUES (?, ?, ?, (SELECT count(*) FROM persons WHERE account_domain = ?), ?, ?, ?)`,
        )
        .bind(accountId(n), domain, domain, domain, at, at, at),
    ),
    db
      .prepare(
        `INSERT INTO account_logs (account_id, account_log_id, source, type, payload, created_at)
         VALUES (?, 'account_log_1', 'crm', 'webhook', '{}', ?)`,
      )
      .bind(accountId(11), at),
    db.prepare(
      `INSERT INTO audience_sessions (analytics_session_id, page_id, computation_status, form_state, has_conversion,
         questions_asked_count, total_clicks_count, session_started_at, active_ms, form_submission_email,
         form_submission_identifier, form_submission_identifier_type)
       VALUES ('s', 'page_1', 'completed', 2, 0, 0, 0, 0, 0, 'mailto:ben@acme.example', 'mailto:ben@acme.example', 'email')`,
    ),
    ...insertLog(0, 'placeholder', {
      email: 'anna@one.example',
      linkedinProfileUrl: 'https://www.linkedin.com/in/none',
    }),
    ...insertLog(1, 'mailto', { email: 'mailto:ben@acme.example' }),
    ...insertLog(4, 'idn', { email: 'dora@xn--bcher-kva.example' }),
  ]);
  await applyD1Migrations(db, env.MIGRATIONS);
  key = createApiKey('main');
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read', 'write'] });
});
afterAll(() => dropAll(db));

test('every person is there; hosts are written as they are now, where no other person has the email', async () => {
  const rows = await all('SELECT email, email_domain, domain FROM persons ORDER BY seq');
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['anna@acme.example', 'acme.example', null],
    ['ben@acme.example', 'acme.example', null],
    ['mailto:anna@acme.example', 'acme.example', null],
    ['cleo@acme.example', 'acme.example', null],
    ['dora@bücher.example', 'bücher.example', null],
    ['emil@bücher.example', 'bücher.example', null],
    ['finn@faß.example', 'faß.example', null],
    ['info@www.de', 'www.de', null],
    ['info@www.com', 'www.com', null],
    ['gina@acme..example', null, null],
    ['hugo@hugo.example', 'hugo.example', null],
    // The company of an email is decided when the email is set.
    ['ines@sunrise.ch', 'sunrise.ch', null],
    ['jan@facebook.com', null, null],
    ['kim@localhost', null, null],
    ['lea@www.lea.example', 'lea.example', null],
  ]);
});

test('every account that is listed is found by its own domain, but one that a log keeps', async () => {
  const { body } = await call<AccountList>('GET', '/v0/accounts?limit=100');
  const found = body.items.map(({ domain, linkedPersonsCount }) => [domain, linkedPersonsCount]);
  expect(found.sort()).toEqual(
    [
      ['acme.example', 4],
      ['bücher.example', 2],
      ['faß.example', 1],
      ['hugo.example', 1],
      ['lea.example', 1],
      ['n-with-log', 0],
      ['sunrise.ch', 1],
      ['www.com', 1],
      ['www.de', 1],
    ].sort(),
  );
  for (const { accountId, domain } of body.items) {
    const { status, body: one } = await call<AccountList>(
      'GET',
      `/v0/accounts?domain=${encodeURIComponent(domain)}`,
    );
    if (domain === 'n-with-log') expect(status).toBe(400);
    else expect(one.items.map((item) => item.accountId)).toEqual([accountId]);
  }
  // What was renamed keeps its id; what is new has one of its time.
  const ids = new Map(body.items.map(({ domain, accountId }) => [domain, accountId]));
  expect([ids.get('www.de'), ids.get('faß.example')]).toEqual([accountId(5), accountId(4)]);
  expect(ids.get('www.com')).toMatch(/^account_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect((ids.get('www.com') ?? '') > accountId(999)).toBe(true);
  expect(body.totalCount).toBe(9);
});

test('search finds every person by email', async () => {
  for (const [n, [email = '']] of (persons as [string][]).entries()) {
    const { body } = await call<PersonList>('GET', `/v0/persons/search?query=${encodeURIComponent(email)}`);
    expect(
      body.items.map((person) => person.personId),
      email,
    ).toContain(personId(n === 2 ? 0 : n));
  }
});

test('sessions have the repaired email, so that an erasure clears them', async () => {
  expect(
    await all(
      'SELECT form_submission_email AS email, form_submission_identifier AS id FROM audience_sessions',
    ),
  ).toEqual([{ email: 'ben@acme.example', id: 'ben@acme.example' }]);
});

test('a member of Sales Navigator is one, whatever follows the comma, if no two persons have it', async () => {
  const rows = await all(
    "SELECT linkedin_profile_url AS url FROM persons WHERE linkedin_profile_url LIKE '%/sales/%' ORDER BY seq",
  );
  expect(rows.map(({ url }) => url)).toEqual([
    'https://www.linkedin.com/sales/lead/ACwAAB1',
    'https://www.linkedin.com/sales/lead/ACwAAB1%2CNAME_SEARCH%2Cy',
  ]);
});

describe('a key of before', () => {
  const log = (fields: object) =>
    call<PersonLogCreated & { fields: string[] }>('POST', '/v0/person_logs', {
      source: 'crm',
      payload: { a: 1 },
      ...fields,
    });
  test.each<[string, number, object]>([
    ['placeholder', 0, { email: 'Anna@one.example', linkedinProfileUrl: 'None' }],
    ['mailto', 1, { email: 'mailto:Ben@acme.example' }],
    ['idn', 4, { email: 'dora@xn--bcher-kva.example' }],
  ])('%s still replays its request', async (idempotencyKey, n, fields) => {
    const { status, headers, body } = await log({ idempotencyKey, ...fields });
    expect([status, headers.get('idempotent-replayed'), body.personId]).toEqual([201, 'true', personId(n)]);
  });

  test('refuses another request, and names only the fields that differ', async () => {
    const { status, body } = await log({
      idempotencyKey: 'placeholder',
      email: 'other@one.example',
      linkedinProfileUrl: 'none',
    });
    expect([status, body.fields]).toEqual([422, ['email']]);
  });
});

test('members of Sales Navigator are repaired some at a time before the migration, as it would', async () => {
  const before = ['0058_block_format.sql', '0060_index_group_audiences.sql'];
  expect(membersRepairOf([...before, '0061_repair_hosts.sql'])).toBeUndefined();
  expect(membersRepairOf(['0016_list_free_mail_to_z.sql'])).toBeUndefined();
  const statement = membersRepairOf(before) ?? '';
  const count = 450;
  const spelled = Array.from({ length: count }, (_, n) => [
    `lead/ACw${n}%2CNAME_SEARCH%2Cx`,
    `people/ACw${n}%2Cy`,
    `lead/ACz${n}`,
  ]).flat();
  const odd = ['lead/%2C%2C', 'people/', 'people/ACwOnly'];
  await db.batch(
    [...spelled, ...odd].map((path, n) =>
      db
        .prepare(
          `INSERT INTO persons (person_id, name, search_name, linkedin_profile_url, slug, created_at, updated_at)
           VALUES (?, 'P', 'p', ?, ?, 1, 1)`,
        )
        .bind(`person_member_${n}`, `https://www.linkedin.com/sales/${path}`, `member-${n}`),
    ),
  );
  const sizes: number[] = [];
  do sizes.push((await db.prepare(statement).all()).results.length);
  while (sizes.at(-1) !== 0);
  expect(sizes).toEqual([200, 200, 51, 0]);
  const rows = await all(
    `SELECT linkedin_profile_url AS url FROM persons WHERE person_id GLOB 'person_member_*' ORDER BY seq`,
  );
  // Of two spellings of one member, the first person has the new one.
  const expected = spelled.map((path) => path.replace(/^(lead.*?)%2C.*/, '$1'));
  expect(rows.map(({ url }) => String(url).replace('https://www.linkedin.com/sales/', ''))).toEqual([
    ...expected,
    ...['lead/%2C%2C', 'people/', 'lead/ACwOnly'],
  ]);
});
