import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { AudienceAnalyticsList, PageAnalyticsList } from '../../src/analytics/schemas.ts';
import { sealSessions } from '../../src/analytics/worker/seal.ts';
import { app } from '../../src/app.ts';
import { createApiKey } from '../../src/lib/api-key.ts';
import { seed } from '../turns.ts';
import { openTestDatabase, storeKey } from '../worker/support/client.ts';
import { dropAll } from '../worker/support/empty.ts';

// A database of commit 58ce70c with many sessions. Its triggers made the sums, which the answers must equal.

const db = env.UPGRADED;
const hour = 3_600_000;
const pages = 8;
const audiences = 12;
const sessionsInAll = seed === 'all' ? 100_000 : 50_000;
const now = Date.now();
/** The sessions began in the last 200 days. Each page has a session every 23 minutes. */
const first = (Math.floor(now / hour / 24) - 200) * 24 * hour;
const step = Math.floor((now - first) / sessionsInAll);

const audienceOf = (page: string) => `'audience_' || ${page} || '_' || (n / ${pages} % ${audiences})`;

/** Fills tables as the code of that commit did: completed, failed and pending sessions, some without an audience. */
async function fill(): Promise<void> {
  const numbers = (from: string, to: string) =>
    `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${to})`;
  await db.batch([
    db.prepare(`${numbers('0', `${pages}`)} INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision,
      write_id, created_at, updated_at)
      SELECT 'page_' || n, 'Old', 'https://old.example/' || n, '{}', ${audiences}, 1, 'w', 1, 1 FROM numbers`),
    db.prepare(`${numbers('0', `${pages * audiences}`)} INSERT INTO audiences (page_id, audience_id, audience_number,
      metadata_override, revision, write_id, created_at)
      SELECT 'page_' || (n % ${pages}), ${audienceOf(`(n % ${pages})`)}, n / ${pages} + 1, '{}', 1, 'w', 1 FROM numbers`),
  ]);
  for (let from = 0; from < sessionsInAll; from += 10_000)
    await db
      .prepare(
        `${numbers('cast(?1 as integer)', '?2')} INSERT INTO audience_sessions (analytics_session_id, page_id, audience_id, page_url,
          utm_source, computation_status, failure, form_state, has_conversion, questions_asked_count,
          total_clicks_count, max_scroll_depth, engaged_ms, session_started_at, active_ms, close_at)
        SELECT 'session-' || n, 'page_' || (n % ${pages}), iif(n % 7 = 0, NULL, ${audienceOf(`(n % ${pages})`)}),
          'https://old.example/', 'news', iif(is_pending, 'pending', iif(n % 53 = 0, 'failed', 'completed')),
          iif(n % 53 = 0, 'lost', NULL), n % 11 = 0, n % 13 = 0, n % 17 = 0, n % 5, iif(n % 3, n % 10000, NULL),
          iif(n % 4, n % 60000, NULL), started_at, 60000, iif(is_pending, started_at + 1860000, NULL)
        FROM (SELECT n, ?3 + n * ?4 AS started_at, n >= ?5 AS is_pending FROM numbers)`,
      )
      // The status of the last sessions depends on the time: they stay pending while the test runs.
      .bind(from, from + 10_000, first, step, sessionsInAll - 3)
      .run();
  await db.batch([
    // They began a moment ago: the trigger moves their sums.
    db
      .prepare(
        'UPDATE audience_sessions SET session_started_at = ?, active_ms = ? WHERE computation_status = ?',
      )
      .bind(now + hour / 2, hour, 'pending'),
    // Retention has removed the sessions of 40 days.
    db
      .prepare('DELETE FROM audience_sessions WHERE session_started_at < ?')
      .bind(first + 40 * 24 * hour + 77),
    db
      .prepare("UPDATE counters SET value = ? WHERE name = 'sessions_removed_before'")
      .bind(first + 40 * 24 * hour + 77),
  ]);
}

const sums = [
  'sessions',
  'closed',
  'bounces',
  'conversions',
  'form_submits',
  'cta_sessions',
  'interactions',
  'scroll_depth',
  'scrolled',
  'engaged_ms',
  'timed',
] as const;
type OldSums = Record<(typeof sums)[number], number> & { audience_id: string };
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const figures = (old: OldSums) => ({
  ...(old.audience_id === '' ? {} : { audienceId: old.audience_id }),
  totalSessions: old.sessions,
  avgInteractionsPerSession: ratio(old.interactions, old.sessions),
  avgScrollDepthPercentage: ratio(old.scroll_depth, old.scrolled * 100),
  avgTimeSpentSeconds: ratio(old.engaged_ms, old.timed * 1000),
  bounceRate: ratio(old.bounces, old.closed),
  conversionRate: ratio(old.conversions, old.sessions),
  formSubmitRate: ratio(old.form_submits, old.sessions),
  bounceCount: old.bounces,
  bounceEligibleSessions: old.closed,
  conversionCount: old.conversions,
  ctaSessions: old.cta_sessions,
  formSubmitCount: old.form_submits,
});

const hours = (at: number) => Math.floor(at / hour);
/**
 * All sessions, and ranges between full hours: in removed sessions, over their end, and to the present. Of removed
 * sessions only whole days are known.
 */
const ranges: [start: number, end: number][] = [
  [hours(first) - 10, hours(now) + 100],
  [hours(first) + 24, hours(first) + 12 * 24],
  [hours(first) + 39 * 24, hours(first) + 41 * 24 + 7],
  [hours(first) + 100 * 24, hours(first) + 170 * 24],
  [hours(now) - 30, hours(now) + 100],
];

/** The numbers of a page in the tables of commit 58ce70c. */
async function oldNumbers(pageId: string): Promise<unknown[]> {
  const numbers: unknown[] = [];
  for (const [start, end] of ranges) {
    const { results } = await db
      .prepare(
        `SELECT audience_id, ${sums.map((name) => `sum(${name}) AS ${name}`)} FROM session_rollups
        WHERE page_id = ? AND hours = 1 AND start >= ? AND start < ? GROUP BY 1 ORDER BY audience_id = '', 1 DESC`,
      )
      .bind(pageId, start, end)
      .all<OldSums>();
    const listed = await db
      .prepare(
        'SELECT coalesce(sum(kept), 0) AS kept FROM page_session_counts WHERE page_id = ? AND hours = 1 AND start >= ? AND start < ?',
      )
      .bind(pageId, start, end)
      .first<number>('kept');
    numbers.push(results.map(figures), listed);
  }
  return numbers;
}

const key = createApiKey('main');
async function get<T>(path: string): Promise<{ status: number; body: T }> {
  const request = new Request(`https://footfall.test${path}`, { headers: { 'x-api-key': key } });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  return { status: response.status, body: await response.json<T>() };
}

/** The same numbers as answers of this version. */
async function newNumbers(pageId: string): Promise<unknown[]> {
  const numbers: unknown[] = [];
  for (const [start, end] of ranges) {
    const range = `startDate=${new Date(start * hour).toISOString()}&endDate=${new Date(end * hour).toISOString()}`;
    const { body } = await get<AudienceAnalyticsList>(`/v0/pages/${pageId}/analytics/audiences?${range}`);
    expect(body.items, JSON.stringify(body)).toBeDefined();
    const list = await get<{ totalCount: number }>(`/v0/pages/${pageId}/audience_sessions?limit=1&${range}`);
    // Audiences without sessions had no sums.
    numbers.push(
      body.items.filter(({ totalSessions }) => totalSessions > 0),
      list.body.totalCount,
    );
  }
  return numbers;
}

test(`a database of commit 58ce70c with ${sessionsInAll} sessions has the same numbers before, while and after they are sealed`, async () => {
  await dropAll(db);
  await applyD1Migrations(
    db,
    env.MIGRATIONS.filter(({ name }) => name < '0017'),
  );
  await fill();
  const iso = (full: number) => new Date(full * hour).toISOString();
  const allPages = `/v0/analytics/pages?startDate=${iso(hours(first) - 10)}&endDate=${iso(hours(now) + 100)}`;
  const ids = Array.from({ length: pages }, (_, n) => `page_${n}`);
  const readAll = async (read: (pageId: string) => Promise<unknown[]>) => {
    const all = [];
    for (const pageId of ids) all.push(await read(pageId));
    return all;
  };
  const before = await readAll(oldNumbers);
  expect(before[0]?.[1]).toBeGreaterThan(0.09 * sessionsInAll);
  await applyD1Migrations(db, env.MIGRATIONS);
  const database = openTestDatabase(db);
  await storeKey(database, key, { name: 'upgrade', scopes: ['read'] });

  expect(await readAll(newNumbers)).toEqual(before);
  // Those of all pages too, in many round trips.
  const workspace = await get<PageAnalyticsList>(allPages);
  expect(workspace.status).toBe(200);
  // Some of them, and then all.
  expect(await sealSessions(database, Date.now(), { budget: { writes: 20 } })).toBe(40_000);
  expect(await readAll(newNumbers)).toEqual(before);
  while ((await sealSessions(database, Date.now(), { isForced: true })) > 0) {}
  expect(await readAll(newNumbers)).toEqual(before);

  const { body } = await get<PageAnalyticsList>(allPages);
  expect(body).toEqual(workspace.body);
  expect(body.total.totalSessions).toBe(sessionsInAll);
  await dropAll(db);
});
