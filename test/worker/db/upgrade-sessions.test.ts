import { applyD1Migrations, createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import type { Figures } from '../../../src/analytics/figures-schemas.ts';
import type { Timeseries } from '../../../src/analytics/schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { app } from '../../../src/app.ts';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { openTestDatabase, storeKey } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';

// A database of commit bf7d4a6: rollups without room for all values, and sessions that retention has removed. The
// expected numbers are those of the sessions, which this file adds up by itself.

const db = env.UPGRADED;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 9, 20, 15);
const today = Math.floor(now / day) * day;
/** Retention has removed what began before. It removed parts of days. */
const removedUntil = today - 3 * day + 10 * hour;
const pages = ['page_1', 'page_2'];

interface Session {
  page: string;
  audience: string | null;
  at: number;
  isFailed: boolean;
  clicks: number;
  questions: number;
  hasForm: boolean;
  hasConversion: boolean;
  /** Hundredths of a percent. */
  depth: number | null;
  engaged: number | null;
  campaign: string | null;
  country: string | null;
  path: string | null;
}

/** One in so many. */
const each = (n: number, period: number, phase = 0) => n % period === phase;

/** 300 campaigns a day, of which the rollups had no room for most. Each number is unknown, 0 and large. */
const sessionOf = (n: number, at: number): Session => ({
  page: pages[Number(each(n, 5))] ?? '',
  audience: each(n, 3) ? null : `audience_${n % 4}`,
  at,
  isFailed: each(n, 7),
  clicks: each(n, 4) ? 1 + (n % 3) : 0,
  questions: each(n, 6) ? 2 : 0,
  hasForm: each(n, 11),
  hasConversion: each(n, 13),
  depth: each(n, 3, 1) ? null : (n * 37) % 10_001,
  engaged: each(n, 5, 2) ? null : each(n, 5, 3) ? 0 : (n * 1013) % 40_000,
  campaign: each(n, 9) ? null : `${'王'.repeat(250)}${n % 300}`,
  country: each(n, 8) ? null : ['DE', 'FR', 'US'][n % 3] || null,
  path: each(n, 10) ? null : `/${n % 20}`,
});

/** Of three days, and 40 that were active a moment ago. */
const kept = [
  ...Array.from({ length: 900 }, (_, n) => sessionOf(n, removedUntil + n * 5 * minute)),
  ...Array.from({ length: 40 }, (_, n) => sessionOf(2000 + n, now - 9 * minute + n)),
];
/** Also sessions without anything, whose sums end with zeros. */
const removed = Array.from({ length: 1500 }, (_, n) =>
  sessionOf(n + 7, removedUntil - day * 3 + n * 2 * minute),
).map(
  (session, n): Session =>
    each(n, 17)
      ? {
          ...session,
          clicks: 0,
          questions: 0,
          hasForm: false,
          hasConversion: false,
          depth: null,
          engaged: null,
        }
      : session,
);
/** Sessions that migration 0017 found as one row of sums: they were of one audience, and began together. */
const together = Array.from({ length: 23 }, (_, n) => ({
  ...sessionOf(n, removedUntil - day * 4 + 77),
  page: 'page_1',
  audience: 'audience_1',
  campaign: null,
  country: null,
  path: null,
}));
const all = [...kept, ...removed, ...together];

const isActive = ({ clicks, questions, hasForm, hasConversion }: Session) =>
  clicks + questions > 0 || hasForm || hasConversion;
/** All are of the tracker, and were active for a minute. */
const isPending = ({ at }: Session, time: number) => at + 31 * minute > time;

/** What a session adds to sums, in the order of removed_sessions. */
function sumsOf(session: Session, time = now): number[] {
  const { isFailed, clicks, questions, hasForm, hasConversion, depth, engaged } = session;
  const isCompleted = !isFailed && !isPending(session, time);
  const isClosed = isCompleted && (engaged !== null || isActive(session));
  const isBounce = isClosed && engaged !== null && engaged < 10_000 && !isActive(session);
  return [
    1,
    0,
    isClosed,
    isBounce,
    hasConversion,
    hasForm,
    clicks > 0,
    clicks + questions,
    depth ?? 0,
    depth !== null,
    engaged ?? 0,
    engaged !== null,
  ].map(Number);
}
const total = (sessions: Session[], time: number) =>
  sessions
    .map((session) => sumsOf(session, time))
    .reduce((a, b) => a.map((sum, n) => sum + (b[n] ?? 0)), Array(12).fill(0));

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
function figuresOf(sessions: Session[], time: number): Figures {
  const [count = 0, , closed = 0, bounces = 0, conversions = 0, forms = 0, clicked = 0, ...rest] = total(
    sessions,
    time,
  );
  const [interactions = 0, depth = 0, scrolled = 0, engaged = 0, timed = 0] = rest;
  return {
    totalSessions: count,
    avgInteractionsPerSession: ratio(interactions, count),
    avgScrollDepthPercentage: ratio(depth, scrolled * 100),
    avgTimeSpentSeconds: ratio(engaged, timed * 1000),
    bounceRate: ratio(bounces, closed),
    conversionRate: ratio(conversions, count),
    formSubmitRate: ratio(forms, count),
    bounceCount: bounces,
    bounceEligibleSessions: closed,
    conversionCount: conversions,
    ctaSessions: clicked,
    formSubmitCount: forms,
  };
}

const insertSession = `INSERT INTO audience_sessions (analytics_session_id, page_id, audience_id, page_url, utm_campaign,
  country, computation_status, failure, form_state, has_conversion, questions_asked_count, total_clicks_count,
  max_scroll_depth, engaged_ms, session_started_at, active_ms) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertRemoved = 'INSERT INTO removed_sessions VALUES (?, ?, ?, ?, ?, ?)';

const valuesOf = ({ campaign, country, path }: Session) =>
  JSON.stringify([null, null, campaign, null, null, null, country, null, null, path]);

/** Sums without the zeros at their end, as every other row of a test has them. */
const shortened = (sums: number[]) => sums.slice(0, 1 + sums.findLastIndex((sum) => sum !== 0));

const key = createApiKey('main');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await applyD1Migrations(
    db,
    env.MIGRATIONS.filter(({ name }) => name < '0027'),
  );
  const insert = db.prepare(insertSession);
  const remove = db.prepare(insertRemoved);
  await db.batch([
    ...pages.map((page) =>
      db
        .prepare(
          `INSERT INTO pages (page_id, title, url, metadata, audiences_count, revision, write_id, created_at, updated_at)
           VALUES (?1, 'Old', 'https://old.example/' || ?1, '{}', 0, 1, 'w', 1, 1)`,
        )
        .bind(page),
    ),
    ...kept.map((one, n) =>
      insert.bind(
        `session-${n}`,
        one.page,
        one.audience,
        one.path && `https://old.example${one.path}?q`,
        one.campaign,
        one.country,
        one.isFailed ? 'lost' : null,
        Number(one.hasForm),
        Number(one.hasConversion),
        one.questions,
        one.clicks,
        one.depth,
        one.engaged,
        one.at,
        minute,
      ),
    ),
    ...removed.map((one, n) => {
      const sums = n % 2 ? sumsOf(one) : shortened(sumsOf(one));
      return remove.bind(one.page, one.at, 0, one.audience, JSON.stringify(sums), valuesOf(one));
    }),
    remove.bind(
      'page_1',
      together[0]?.at,
      0,
      'audience_1',
      JSON.stringify(total(together, now)),
      JSON.stringify(Array(10).fill(null)),
    ),
    // What the cron had made of it. The sums are wrong, so an answer that reads them is noticed.
    db.prepare(
      `INSERT INTO rollups SELECT page_id, '', 'utmCampaign', 'day', session_started_at / 86400000, 0,
        '{"x":[5,5],"\\u0000":[9,9]}', '{"x":{"1":[5,5]}}' FROM audience_sessions WHERE true ON CONFLICT DO NOTHING`,
    ),
    db
      .prepare("UPDATE session_tails SET rolled_at = ?, rolled_id = '~', oldest_at = ?")
      .bind(now, removedUntil),
    db.prepare(
      `INSERT INTO session_corrections SELECT page_id, analytics_session_id, '["of an older form"]'
       FROM audience_sessions LIMIT 300`,
    ),
    db.prepare("UPDATE counters SET value = ? WHERE name = 'sessions_removed_before'").bind(removedUntil),
  ]);
  await applyD1Migrations(db, env.MIGRATIONS);
  await storeKey(openTestDatabase(db), key, { name: 'upgrade', scopes: ['read'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await dropAll(db);
});

async function get<T>(path: string): Promise<T> {
  const request = new Request(`https://footfall.test${path}`, { headers: { 'x-api-key': key } });
  const response = await app.fetch(request, { ...env, DB: db }, createExecutionContext());
  expect(response.status, path).toBe(200);
  return response.json();
}

const dimensions = { utmCampaign: 'campaign', country: 'country', landingPath: 'path' } as const;

/** Compares answers about everything, by page, audience, value and day, with what the sessions say. */
async function check(listed: Session[] = kept): Promise<void> {
  const time = Date.now();
  const days = `startDate=${new Date(removedUntil - 5 * day).toISOString()}&endDate=${new Date(today + day).toISOString()}`;
  const bySession = (value: (session: Session) => string | null, of: Session[]) =>
    new Map([...Map.groupBy(of, value)].map(([key, sessions]) => [key, figuresOf(sessions, time)]));

  const workspace = await get<{ items: ({ pageId: string } & Figures)[]; total: Figures }>(
    '/v0/analytics/pages',
  );
  expect(workspace.total).toEqual(figuresOf(all, time));
  const byPage = bySession(({ page }) => page, all);
  expect(new Map(workspace.items.map(({ pageId, ...figures }) => [pageId, figures]))).toEqual(byPage);

  for (const page of pages) {
    const ofPage = all.filter((session) => session.page === page);
    const { items } = await get<{ items: ({ audienceId?: string } & Figures)[] }>(
      `/v0/pages/${page}/analytics/audiences?limit=10`,
    );
    const byAudience = bySession(({ audience }) => audience, ofPage);
    byAudience.delete(null);
    expect(new Map(items.map(({ audienceId = '', ...figures }) => [audienceId, figures]))).toEqual(
      byAudience,
    );

    const series = await get<Timeseries>(`/v0/pages/${page}/analytics/timeseries?interval=day&${days}`);
    for (const { start, end, ...figures } of series.items) {
      const [from, to] = [Date.parse(start), Date.parse(end)];
      const ofDay = ofPage.filter(({ at }) => at >= from && at < to);
      expect(figures, start).toEqual(figuresOf(ofDay, time));
    }
    for (const [by, field] of Object.entries(dimensions)) {
      const byValue = bySession((session) => session[field], ofPage);
      const shown = await get<Breakdown>(`/v0/pages/${page}/analytics/breakdown?by=${by}&limit=100`);
      expect(shown.items).toHaveLength(Math.min(byValue.size, 100));
      for (const { value, ...figures } of shown.items) expect(figures).toEqual(byValue.get(value));
      const rest = new Set(shown.items.map(({ value }) => value));
      const others = ofPage.filter((session) => !rest.has(session[field]));
      expect(shown.other).toEqual(others.length > 0 ? figuresOf(others, time) : null);
    }
    const list = await get<{ totalCount: number }>(`/v0/pages/${page}/audience_sessions?limit=1`);
    expect(list.totalCount).toBe(listed.filter((session) => session.page === page).length);
  }
}

const sealed = () =>
  db
    .prepare("SELECT coalesce(sum(count), 0) AS n FROM session_blocks WHERE page_id = '' AND is_removed = 0")
    .first('n');

test('has the same numbers before, while and after its sessions are sealed', async () => {
  const database = openTestDatabase(db);
  await check();
  expect(await sealed()).toBe(0);

  // Those that were active a moment ago stay in the tail.
  expect(await sealSessions(database, now)).toBe(900);
  expect(await sealed()).toBe(900);
  await check();
  vi.setSystemTime(now + hour);
  await check();

  expect(await sealSessions(database, now, { isForced: true })).toBe(40);
  expect(await sealed()).toBe(940);
  await check();
});

test('sums that were written without the number of their measures get it', async () => {
  await sealSessions(openTestDatabase(db), now, { isForced: true });
  const texts = async () => (await db.prepare('SELECT sums FROM session_blocks ORDER BY rowid').raw()).flat();
  // Since then `+12` tells that a block has sums of texts.
  await db.prepare("UPDATE session_blocks SET sums = '11' || substr(sums, 6)").run();
  const before = await texts();
  expect(before.filter((text) => text !== null).length).toBeGreaterThan(0);
  // Of some, their number of quarters is that of the measures.
  await db.batch([
    db.prepare('UPDATE session_blocks SET sums = substr(sums, 4)'),
    db.prepare(
      `UPDATE session_blocks SET sums = '11' || substr(sums, instr(sums, '|')) WHERE rowid % 2 = 0 AND sums IS NOT NULL`,
    ),
  ]);
  const [repair = ''] = env.MIGRATIONS.find(({ name }) => name.startsWith('0030'))?.queries ?? [];
  for (let times = 0; times < 2; times++) await db.prepare(repair).run();
  const quarters = (text: unknown) => String(text).replace(/^11\|\d+/, '11|');
  expect((await texts()).map(quarters)).toEqual(before.map(quarters));
});

test('blocks of one millisecond, of which some may be lost, are sealed anew', async () => {
  const anew = env.MIGRATIONS.find(({ name }) => name.startsWith('0031'))?.queries ?? [];
  const repair = () => db.batch(anew.map((query) => db.prepare(query)));
  await sealSessions(openTestDatabase(db), now, { isForced: true });
  const all = await sealed();
  await repair();
  expect(await sealed()).toBe(all);

  // The second part of a block, and the sessions of another one are gone.
  await db.batch([
    db.prepare("UPDATE session_blocks SET part = 1 WHERE page_id = 'page_1' AND is_removed = 0"),
    db.prepare("DELETE FROM session_blocks WHERE page_id = '' AND is_removed = 0"),
  ]);
  await repair();
  expect(await sealed()).toBe(0);
  await check();
  await sealSessions(openTestDatabase(db), now, { isForced: true });
  expect(await sealed()).toBe(all);
  await check();
});

test('retention goes on with the day of which it had removed a part', async () => {
  const database = openTestDatabase(db);
  await sealSessions(database, now, { isForced: true });
  const before = today - day;
  const old = kept.filter(({ at }) => at < before);
  expect(old.length).toBeGreaterThan(300);
  expect(await removeSessions(database, before, now)).toBe(old.length);
  await check(kept.filter((session) => !old.includes(session)));
});

test('what was removed counts at the noon of its day', async () => {
  const begin = Math.floor(removedUntil / day) * day;
  const range = (from: number, to: number) =>
    `startDate=${new Date(from).toISOString()}&endDate=${new Date(to).toISOString()}`;
  const ofDay = removed.filter(({ at, page }) => at >= begin - day && at < begin && page === 'page_1').length;
  const { items, total, ...rest } = await get<Timeseries>(
    `/v0/pages/page_1/analytics/timeseries?interval=hour&${range(begin - day, begin)}`,
  );
  expect(items.map(({ totalSessions }) => totalSessions)).toEqual(
    Array.from({ length: 24 }, (_, n) => (n === 12 ? ofDay : 0)),
  );
  expect(total.totalSessions).toBe(ofDay);
  expect(rest).toEqual({ wholeDaysBefore: new Date(begin).toISOString() });
});

test('long texts make more blocks, not larger ones than D1 takes', async () => {
  const { results } = await db
    .prepare(
      `SELECT first_at, count(*) AS blocks, max(octet_length(utm_campaign)) AS bytes FROM session_blocks
       WHERE page_id = '' GROUP BY 1`,
    )
    .all<{ first_at: number; blocks: number; bytes: number }>();
  expect(results.some(({ blocks }) => blocks > 1)).toBe(true);
  for (const { bytes } of results) expect(bytes).toBeLessThan(500_000);
});
