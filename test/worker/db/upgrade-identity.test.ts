import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { membersRepairOf } from '../../../scripts/d1/repairs.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import {
  canonicalJson,
  checksumsOf,
  hashIdempotencyKey,
  requestDigest,
} from '../../../src/lib/idempotency.ts';
import type { PersonLogCreated } from '../../../src/people/logs/body-schemas.ts';
import { openTestDatabase, send, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

// A database of commit 144f7410, with identifiers as its rules stored them. What the migrations make of its rows was seen
// once, and migrations do not change: test/node/migrations.test.ts.

const db = env.UPGRADED;
const at = Date.parse('2026-11-20T10:00:00Z');
const key = createApiKey('main');

const personId = (n: number) => `person_01kafz8q6tf7n9t3cwh2k5v${String(n).padStart(3, '0')}`;

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
    ...['anna@acme.example', 'ben@acme.example', 'dora@bücher.example', '{{email}}@acme.example'].map(
      (email, n) =>
        db
          .prepare(
            `INSERT INTO persons (person_id, name, search_name, email, slug, created_at, updated_at)
           VALUES (?, 'P', 'p', ?, ?, ?, ?)`,
          )
          .bind(personId(n), email, `p-${n}`, at, at),
    ),
    ...insertLog(0, 'placeholder', {
      email: 'anna@one.example',
      linkedinProfileUrl: 'https://www.linkedin.com/in/none',
    }),
    ...insertLog(1, 'mailto', { email: 'mailto:ben@acme.example' }),
    ...insertLog(3, 'template', { email: '{{email}}@acme.example' }),
    ...insertLog(2, 'idn', { email: 'dora@xn--bcher-kva.example' }),
  ]);
  await applyD1Migrations(db, env.MIGRATIONS);
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read', 'write'] });
});
afterAll(() => dropAll(db));

describe('a key of before', () => {
  const log = (fields: object) =>
    send<PersonLogCreated & { fields: string[] }>(
      'POST',
      '/v0/person_logs',
      { source: 'crm', payload: { a: 1 }, ...fields },
      { key, bindings: { DB: db } },
    );
  test.each<[string, number, object]>([
    ['placeholder', 0, { email: 'Anna@one.example', linkedinProfileUrl: 'None' }],
    ['mailto', 1, { email: 'mailto:Ben@acme.example' }],
    ['idn', 2, { email: 'dora@xn--bcher-kva.example' }],
  ])('%s still replays its request', async (idempotencyKey, n, fields) => {
    const { status, headers, body } = await log({ idempotencyKey, ...fields });
    expect([status, headers.get('idempotent-replayed'), body.personId]).toEqual([201, 'true', personId(n)]);
  });

  test('is no reason to take what is a 400 now', async () => {
    const { status } = await log({ idempotencyKey: 'template', email: '{{email}}@acme.example' });
    expect(status).toBe(400);
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
  const selectUrls = `SELECT linkedin_profile_url AS url FROM persons WHERE person_id GLOB 'person_member_*' ORDER BY seq`;
  const { results: rows } = await db.prepare(selectUrls).all();
  // Of two spellings of one member, the first person has the new one.
  const expected = spelled.map((path) => path.replace(/^(lead.*?)%2C.*/, '$1'));
  expect(rows.map(({ url }) => String(url).replace('https://www.linkedin.com/sales/', ''))).toEqual([
    ...expected,
    ...['lead/%2C%2C', 'people/', 'lead/ACwOnly'],
  ]);
});
