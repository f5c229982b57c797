import { applyD1Migrations, createExecutionContext, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/api-keys/store/create.ts';
import { app } from '../../../src/app.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { Meter } from '../../../src/db/meter.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { searchName } from '../../../src/lib/search-text.ts';
import type { AudienceAnalytics } from '../../../src/sessions/analytics-schemas.ts';
import { rollUpPage } from '../../../src/sessions/worker/roll-up.ts';
import { openTestDatabase } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

const db = env.UPGRADED;
const hour = 3_600_000;
const noon = Date.UTC(2026, 4, 4, 12);

/** The migrations of a commit: those of today up to a number, some of them with their earlier text. */
const migrationsOf = (last: string, own: D1Migration[] = []): D1Migration[] =>
  env.MIGRATIONS.filter(({ name }) => name.slice(0, 4) <= last).map(
    (migration) => own.find(({ name }) => name === migration.name) ?? migration,
  );

const { b7d34ce = [], '726213f': spans = [], beb2b5e = [] } = env.EARLIER;
/** The commits whose migrations differ. Commits in between did not change the migrations. */
const commits: [commit: string, migrations: D1Migration[]][] = [
  ['5d0ebcb', migrationsOf('0003')],
  ['b7d34ce', migrationsOf('0005', b7d34ce)],
  ['726213f', migrationsOf('0005', spans)],
  ['beb2b5e', migrationsOf('0006', beb2b5e)],
  ['73910ab', migrationsOf('0006')],
  ['b1a66b3', migrationsOf('0010')],
];

const run = (...statements: string[]) => db.batch(statements.map((statement) => db.prepare(statement)));

/** Inserts rows into every table that a request writes, in the form of the code of that time. */
async function fill(hasSessions: boolean, isRecent: boolean): Promise<void> {
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
  if (isRecent) {
    const marked = searchName('王小明');
    await db.batch([db.prepare("UPDATE persons SET search_name = ? WHERE slug = 'person'").bind(marked)]);
  }
  if (!hasSessions) return;
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
  // Retention has removed the sessions of the first ten days.
  await db
    .prepare('DELETE FROM audience_sessions WHERE session_started_at < ?')
    .bind(noon + 10 * 24 * hour)
    .run();
}

const rowsOf = async (table: string, columns: string[]) =>
  (await db.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY 1, 2`).all()).results;

const tables: [table: string, columns: string[]][] = [
  [
    'persons',
    [
      'person_id',
      'name',
      'email',
      'linkedin_profile_url',
      'phone_number',
      'slug',
      'created_at',
      'updated_at',
    ],
  ],
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
  await createKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read', 'write'] });
  const request = new Request(`https://footfall.test${path}`, { headers: { 'x-api-key': key } });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  expect(response.status).toBe(200);
  return response.json();
}

afterEach(() => dropAll(db));

// Its migration 0017 had another trigger. In its rows it does not differ from later commits.
test('a database of commit 7fde854 has the schema of this version after its migration', async () => {
  const { '7fde854': first = [] } = env.EARLIER;
  expect(first).toHaveLength(1);
  await applyD1Migrations(db, migrationsOf('0017', first));
  await applyD1Migrations(db, env.MIGRATIONS);
  expect(await schema(db)).toEqual(await schema(env.DB));
});

describe.each(commits)('a database of commit %s', (commit, migrations) => {
  const hasSessions = commit !== '5d0ebcb';
  const isRecent = migrations.some(({ name }) => name.startsWith('0010'));

  test('has every row and the schema of this version after its migration', async () => {
    await applyD1Migrations(db, migrations);
    await fill(hasSessions, isRecent);
    const kept = hasSessions ? [...tables, ['audience_sessions', sessionColumns] as const] : tables;
    const before = await Promise.all(kept.map(([table, columns]) => rowsOf(table, [...columns])));
    await applyD1Migrations(db, env.MIGRATIONS);
    expect(await Promise.all(kept.map(([table, columns]) => rowsOf(table, [...columns])))).toEqual(before);
    expect(await schema(db)).toEqual(await schema(env.DB));
  });

  test('has the search results, counts and sums that this version writes', async () => {
    await applyD1Migrations(db, migrations);
    await fill(hasSessions, isRecent);
    await applyD1Migrations(db, env.MIGRATIONS);
    for (const query of ['小明', '王', 'ada', 'linkedin.com/in/Ming']) {
      const { totalCount } = await get<{ totalCount: number }>(`/v0/persons/search?query=${query}`);
      expect(totalCount, query).toBe(1);
    }
    if (!hasSessions) return;
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
    // Before the roll-up, the numbers come from the sessions; after it, from the rollups.
    for (const isRolledUp of [false, true]) {
      if (isRolledUp)
        expect(await rollUpPage(openDatabase(db, 'first-primary', new Meter()), 'page_1', Date.now())).toBe(
          40,
        );
      const all = await sums('');
      expect(total(all, 'totalSessions')).toBe(40);
      expect(total(all, 'bounceEligibleSessions')).toBe(eligible.length);
      expect(total(all, 'bounceCount')).toBe(bounces.length);
      // The range begins within an hour, in which removed sessions are stored by millisecond.
      const third = noon + 3 * 24 * hour + 300_000;
      const some = await sums(`?endDate=${new Date(third + 1).toISOString()}`);
      expect(total(some, 'totalSessions')).toBe(4);
      expect(total(some, 'bounceEligibleSessions')).toBe(eligible.filter(({ n }) => n <= 3).length);
    }
    // Since 73910ab the cron updates it.
    const isKept = commit === '73910ab' || isRecent;
    const removedBefore = await db
      .prepare("SELECT value FROM counters WHERE name = 'sessions_removed_before'")
      .first<number>('value');
    expect(removedBefore).toBe(isKept ? 0 : noon + 9 * 24 * hour + 900_001);

    // The remains of earlier erasures are gone now. 0008 and later leave none.
    if (isRecent) return;
    const left = await db
      .prepare('SELECT count(*) AS n FROM audience_sessions WHERE form_state = 2 AND page_url IS NOT NULL')
      .first('n');
    expect(left).toBe(0);
  });
});
