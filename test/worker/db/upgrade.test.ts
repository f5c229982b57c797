import { applyD1Migrations, createExecutionContext, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repairsOf } from '../../../scripts/d1/repairs.ts';
import type { AudienceAnalytics } from '../../../src/analytics/schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { app } from '../../../src/app.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { searchName } from '../../../src/lib/search-text.ts';
import { type SchemaRow, selectDefinitions } from '../../../src/schema/check.ts';
import { inTurn } from '../../turns.ts';
import { openTestDatabase, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

const db = env.UPGRADED;
const hour = 3_600_000;
const noon = Date.UTC(2026, 4, 4, 12);

/** The texts of migrations, each in the folder that has it. */
const migrationsIn = (files: (typeof env.HISTORY)[number]['migrations']): D1Migration[] =>
  files.map(({ name, folder }) => {
    const all = folder === 'drizzle' ? env.MIGRATIONS : env.EARLIER[folder];
    const migration = all?.find((one) => one.name === name);
    if (!migration) throw new Error(`${folder} has no ${name}`);
    return migration;
  });

interface Kind {
  /** The first commit that made such a database. */
  first: string;
  name: string;
  made: D1Migration[];
  /** Migrations of a later commit, which refused the database after it had applied them. */
  later: D1Migration[];
}
/** Every kind of database of the history. Commits between first and last did not change the migrations. */
const kinds: Kind[] = env.HISTORY.flatMap(({ first, last, migrations }) => {
  const made = migrationsIn(migrations);
  const kind: Kind = { first, name: `${first} to ${last || 'the newest'}`, made, later: [] };
  if (!['f6846ad', '7f36518', 'aef6aef'].includes(first)) return [kind];
  const later = env.MIGRATIONS.filter(
    ({ name }) => name < '0023' && !made.some((migration) => migration.name === name),
  );
  return [kind, { ...kind, name: `${kind.name}, refused after 0022`, later }];
});

const run = (...statements: string[]) => db.batch(statements.map((statement) => db.prepare(statement)));

const selectApplied = 'SELECT name FROM d1_migrations ORDER BY id';
/** Migrates a database as npm run db:migrate does. */
async function upgrade(): Promise<void> {
  const { results: applied } = await db.prepare(selectApplied).all<{ name: string }>();
  const { results: definitions } = await db.prepare(selectDefinitions({}).text).all<SchemaRow>();
  const names = applied.map(({ name }) => name);
  const repairs = repairsOf(definitions, names);
  if (repairs.length > 0) await run(...repairs);
  await applyD1Migrations(db, env.MIGRATIONS);
}

/** Inserts rows into every table that a request writes, in the form of the code of that time. */
async function fill(has: (number: string) => boolean): Promise<void> {
  await run(
    `INSERT INTO persons (person_id, name, search_name, email, linkedin_profile_url, phone_number, slug, created_at,
       updated_at)
     VALUES ('person_1', '王小明', char(2, 2) || '王小明', 'ming@old.example', 'https://www.linkedin.com/in/ming', NULL,
       'person', 1, 1),
       ('person_2', 'Ada Byron', char(2, 2) || 'ada ' || char(2, 2) || 'byron', 'ada@old.example', NULL, '+15550001',
       'ada-byron', 2, 2)`,
    `INSERT INTO person_logs (person_id, person_log_id, source, type, payload, created_at)
     VALUES ('person_1', 'person_log_1', 'crm', 'webhook', '{"n":1}', 3), ('person_2', 'person_log_2', 'crm', 'webhook', '{}', 4)`,
    `INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
       created_at) VALUES ('person_log', 'k', 'person_1', 'person_log_1', 'd', 1, 'crm', 'webhook', 3)`,
    `INSERT INTO accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
     VALUES ('account_1', 'old.example', 'Old', 0, 1, 1, 1)`,
    `INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
     VALUES ('page_1', 'Old', 'https://old.example/', '{}', 0, 1, 'w', 1, 1)`,
    `INSERT INTO audiences (page_id, audience_id, audience_number, metadata_override, revision, write_id, created_at)
     VALUES ('page_1', 'audience_1', 1, '{}', 1, 'w', 1)`,
    `INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at,
       transition_id) VALUES ('audience_1', 1, 'version_1', 'draft', 1, 1, 't')`,
  );
  if (has('0010')) {
    const marked = searchName('王小明');
    await db.batch([db.prepare("UPDATE persons SET search_name = ? WHERE slug = 'person'").bind(marked)]);
  }
  if (!has('0004')) return;
  // Sessions on each of 40 days: some with an audience, some without a time, some pending, some with an erased form.
  const days = Array.from({ length: 40 }, (_, n) => n);
  await db.batch(
    days.map((n) =>
      db
        .prepare(
          `INSERT INTO audience_sessions (analytics_session_id, page_id, audience_id, page_title, page_url, utm_source,
             computation_status, form_state, has_conversion, questions_asked_count, total_clicks_count,
             max_scroll_depth, engaged_ms, session_started_at, active_ms, close_at)
           VALUES (?, 'page_1', ?, 'Title', 'https://old.example/', 'news', ?, ?, 0, 0, ?, ?, ?, ?, 1000, ?)`,
        )
        .bind(
          `session-${n}`,
          n % 2 ? 'audience_1' : null,
          n === 39 ? 'pending' : 'completed',
          n % 7 === 0 ? 2 : 0,
          n % 5 === 0 ? 3 : 0,
          n % 4 === 0 ? null : 100 * n,
          n % 3 === 0 ? null : 1000 * n,
          noon + n * 24 * hour + n * 100_000,
          n === 39 ? noon + 40 * 24 * hour : null,
        ),
    ),
  );
  // Retention has removed the sessions of the first ten days. Since 0017 it takes more than a DELETE.
  if (has('0017')) return;
  await db
    .prepare('DELETE FROM audience_sessions WHERE session_started_at < ?')
    .bind(noon + 10 * 24 * hour)
    .run();
}

const rowsOf = async (table: string, columns: string[]) =>
  (await db.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY 1, 2`).all()).results;

const tables: [table: string, columns: string[]][] = [
  ['persons', 'person_id name email linkedin_profile_url phone_number slug created_at updated_at'.split(' ')],
  ['person_logs', ['person_id', 'person_log_id', 'source', 'type', 'payload', 'created_at']],
  ['idempotency_keys', ['resource', 'key_hash', 'owner_id', 'log_id']],
  ['accounts', ['account_id', 'domain', 'name', 'linked_persons_count', 'latest_activity_at']],
  ['pages', ['page_id', 'title', 'url', 'audiences_count']],
  ['audiences', ['page_id', 'audience_id']],
  ['audience_versions', ['audience_id', 'version_number', 'version_id', 'status']],
];
const sessionColumns = [
  'analytics_session_id',
  'audience_id',
  'computation_status',
  'session_started_at',
  'engaged_ms',
  'total_clicks_count',
];

const schema = async (of: D1Database) =>
  (
    await of
      .prepare(
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' ORDER BY type, name",
      )
      .all()
  ).results;

async function get<T>(path: string): Promise<T> {
  const key = createApiKey('main');
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read', 'write'] });
  const request = new Request(`https://footfall.test${path}`, { headers: { 'x-api-key': key } });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  expect(response.status).toBe(200);
  return response.json();
}

describe.each(inTurn(kinds, 4))('a database of $name', ({ first, made, later }) => {
  const has = (number: string) => made.some(({ name }) => name.startsWith(number));

  const kept = has('0004') ? [...tables, ['audience_sessions', sessionColumns] as const] : tables;
  const rows = () => Promise.all(kept.map(([table, columns]) => rowsOf(table, [...columns])));
  let before: unknown[] = [];

  // A database of this kind with rows, as a version finds it that can migrate it.
  beforeAll(async () => {
    await applyD1Migrations(db, made);
    await fill(has);
    await applyD1Migrations(db, [...made, ...later]);
    before = await rows();
    await upgrade();
  });
  afterAll(() => dropAll(db));

  test('has every row and the schema of this version after its migration', async () => {
    expect(await rows()).toEqual(before);
    expect(await schema(db)).toEqual(await schema(env.DB));
  });

  test('has the search results, counts and sums that this version writes', async () => {
    for (const query of ['小明', '王', 'ada', 'linkedin.com/in/Ming']) {
      const { totalCount } = await get<{ totalCount: number }>(`/v0/persons/search?query=${query}`);
      expect(totalCount, query).toBe(1);
    }
    if (!has('0004')) return;
    // Completed sessions without a time, a click or a form are not eligible for bounces.
    const made = Array.from({ length: 40 }, (_, n) => ({
      n,
      time: n % 3 ? 1000 * n : null,
      clicks: n % 5 ? 0 : 3,
    }));
    const eligible = made.filter(({ n, time, clicks }) => time !== null || clicks > 0 || n % 7 === 0);
    const bounces = eligible.filter(
      ({ n, time, clicks }) => (time ?? 0) < 10_000 && clicks === 0 && n % 7 !== 0,
    );
    const sums = async (query: string) =>
      (await get<{ items: AudienceAnalytics[] }>(`/v0/pages/page_1/analytics/audiences${query}`)).items;
    const total = (
      items: AudienceAnalytics[],
      of: 'totalSessions' | 'bounceCount' | 'bounceEligibleSessions',
    ) => items.reduce((sum, item) => sum + (item[of] ?? 0), 0);
    // Before they are sealed, the numbers come from the sessions; after it, from the blocks.
    const waiting = await db.prepare('SELECT count(*) AS n FROM audience_sessions').first<number>('n');
    expect(waiting).toBe(has('0017') ? 40 : 30);
    for (const isSealed of [false, true]) {
      if (isSealed)
        expect(await sealSessions(openTestDatabase(db), Date.now(), { isForced: true })).toBe(waiting);
      const all = await sums('');
      expect(total(all, 'totalSessions')).toBe(40);
      expect(total(all, 'bounceEligibleSessions')).toBe(eligible.length);
      expect(total(all, 'bounceCount')).toBe(bounces.length);
      // The range ends in the hour after noon: sessions that were removed count at the noon of their day.
      const third = noon + 3 * 24 * hour + 300_000;
      const some = await sums(`?endDate=${new Date(third + 1).toISOString()}`);
      expect(total(some, 'totalSessions')).toBe(4);
      expect(total(some, 'bounceEligibleSessions')).toBe(eligible.filter(({ n }) => n <= 3).length);
    }
    // Since 6189739 the cron updates it.
    const isKept = !['b7d34ce', '726213f', 'beb2b5e'].includes(first);
    const removedBefore = await db
      .prepare("SELECT value FROM counters WHERE name = 'sessions_removed_before'")
      .first<number>('value');
    expect(removedBefore).toBe(isKept ? 0 : noon + 9 * 24 * hour + 900_001);

    // The remains of earlier erasures are gone now. 0008 and later leave none.
    if (has('0008')) return;
    const left = await db
      .prepare('SELECT count(*) AS n FROM audience_sessions WHERE form_state = 2 AND page_url IS NOT NULL')
      .first('n');
    expect(left).toBe(0);
  });
});
