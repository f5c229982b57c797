import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { dimensions } from '../../../src/analytics/dimensions.ts';
import type { Breakdown, PageAnalyticsList, Timeseries } from '../../../src/analytics/schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { rollUpPage, rollUpSessions } from '../../../src/analytics/worker/roll-up.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { Meter } from '../../../src/db/meter.ts';
import { mergeVisits } from '../../../src/visits/store/merge.ts';
import { contents, openTestDatabase, send } from '../support/client.ts';
import { faultyDatabase, type Moment } from '../support/faults.ts';
import { HeldVisits } from '../support/held-queue.ts';
import {
  analytics,
  day,
  lost,
  messageOf,
  minute,
  newId,
  newPlace,
  type Place,
  sessions,
  visitOf,
} from '../support/visit-factories.ts';

// One test for each promise of docs/analytics.md about the roll-up. The random runs are in models/sessions.test.ts.

/** A day in the past, at noon. */
const noon = Math.floor(Date.now() / day) * day - 9 * day + day / 2;
/** After the end of all sessions. */
const later = Date.now();

const db = () => openTestDatabase();
const failing = (moment: Moment, meanwhile?: () => Promise<unknown>) =>
  openDatabase(
    faultyDatabase({ message: lost, moment, size: 3, skip: 1, ...(meanwhile ? { meanwhile } : {}) }),
    'first-primary',
    new Meter(),
  );

type Columns = Partial<Record<'id' | 'start' | 'audience' | 'utmContent' | 'others', string>>;

/** Inserts sessions that have ended. Each column is SQL, in which `n` is the number of the session, from 0. */
const insert = (
  { pageId }: Pick<Place, 'pageId'>,
  count: number,
  {
    id = "'-'",
    start = `${noon} + n`,
    audience = 'null',
    utmContent = 'null',
    others = 'null',
  }: Columns = {},
) =>
  env.DB.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?2)
    insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
      has_conversion, questions_asked_count, total_clicks_count, max_scroll_depth, engaged_ms, session_started_at,
      active_ms, utm_content, utm_source, utm_medium, utm_campaign, utm_term, referrer, page_url)
    select ?1 || ${id} || substr('0000' || n, -5), ?1, ${audience}, 'pending', n % 5 = 0, n % 7 = 0, 0, n % 3, n % 100,
      n * 10, ${start}, 1000, ${utmContent}, ${others}, ${others}, ${others}, ${others}, ${others}, 'https://x.example/' || ${others}
    from numbers`,
  )
    .bind(pageId, count)
    .run();

const numbersIn = async (table: string, { pageId }: Pick<Place, 'pageId'>, what = 'count(*)') =>
  env.DB.prepare(`select ${what} as n from ${table} where page_id = ?`).bind(pageId).first<number>('n');
const rollupsOf = async ({ pageId }: Pick<Place, 'pageId'>) =>
  (
    await env.DB.prepare('select * from rollups where page_id in (?, ?) order by 1, 2, 3, 4, 5, 6')
      .bind(pageId, '')
      .all()
  ).results;
const writes = () =>
  env.DB.prepare("select value from counters where name = 'rollup_writes'").first<number>('value');

/** All kinds of answers about a page: they are the same before, during and after a roll-up. */
async function answersOf(of: Place) {
  const path = `/v0/pages/${of.pageId}`;
  const get = async <T>(query: string) => {
    const { status, text, body } = await send<T>('GET', `${path}/${query}`);
    expect(status, text).toBe(200);
    return body;
  };
  // The first range cuts a quarter of an hour.
  const ranges = ['', `startDate=${new Date(noon + 1500).toISOString()}`];
  const answers: unknown[] = [];
  for (const range of ranges) {
    answers.push(await analytics(of, range), (await sessions(of, range)).totalCount);
    for (const by of dimensions)
      answers.push(await get<Breakdown>(`analytics/breakdown?by=${by}&limit=100&${range}`));
    answers.push(
      await get<Breakdown>(`analytics/breakdown?by=utmContent&audienceId=${of.audienceId}&${range}`),
    );
    const { body } = await send<PageAnalyticsList>('GET', `/v0/analytics/pages?${range}`);
    answers.push(body.items.find(({ pageId }) => pageId === of.pageId));
  }
  const from = new Date(noon - 100 * day).toISOString();
  const to = new Date(noon + 100 * day).toISOString();
  const series = `interval=day&timezone=Asia/Kathmandu&startDate=${from}&endDate=${to}`;
  answers.push(await get<Timeseries>(`analytics/timeseries?${series}`));
  return answers;
}

/** Rolls up until nothing waits. Returns how many each write took. */
async function rollUpAll({ pageId }: Place) {
  const taken: number[] = [];
  for (;;) {
    const n = await rollUpPage(db(), pageId, later, true);
    if (n === 0) return taken;
    taken.push(n);
  }
}

/** Removes all sessions of a page, as retention does. */
async function removeAll(of: Place, database = db()) {
  await env.DB.prepare('update session_tails set oldest_at = ?2 where page_id <> ?1')
    .bind(of.pageId, later)
    .run();
  while ((await removeSessions(database, noon + day, later, { tolerance: 0 })) > 0) {}
  expect(await numbersIn('audience_sessions', of)).toBe(0);
  await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
}

const visitAt = (of: Place, id: string, clicksCount: number, start = noon) =>
  messageOf(visitOf(id, { ...of, clicksCount }), start + 10_500);

test('a session that changes between reading and writing is left to the next run', async () => {
  const [of, id] = [await newPlace(), newId()];
  await insert(of, 3, { audience: `'${of.audienceId}'` });
  await mergeVisits(db(), [visitAt(of, id, 1)]);
  const change = () => mergeVisits(db(), [visitAt(of, id, 5)]);
  expect(await rollUpPage(failing('before', change), of.pageId, later)).toBe(0);
  expect(await numbersIn('rollups', of)).toBe(0);
  expect(await numbersIn('session_tails', of, 'rolled_at')).toBe(-1);
  const before = await answersOf(of);
  expect(before[0]).toMatchObject([{ totalSessions: 4, avgInteractionsPerSession: (0 + 1 + 2 + 5) / 4 }]);
  expect(await rollUpAll(of)).toEqual([4]);
  expect(await answersOf(of)).toEqual(before);
});

test('a session that comes between reading and writing is not skipped', async () => {
  const of = await newPlace();
  await insert(of, 3);
  // Before, between and behind the sessions that were read.
  const come = () =>
    mergeVisits(
      db(),
      [noon - 1, noon + 1, noon + 9].map((start) => visitAt(of, newId(), 1, start)),
    );
  expect(await rollUpPage(failing('before', come), of.pageId, later)).toBe(0);
  const before = await answersOf(of);
  expect(await rollUpAll(of)).toEqual([6]);
  expect(await answersOf(of)).toEqual(before);
});

test('a correction that changes between reading and writing is left to the next run', async () => {
  const [of, id] = [await newPlace(), newId()];
  await mergeVisits(db(), [visitAt(of, id, 1)]);
  expect(await rollUpAll(of)).toEqual([1]);
  await mergeVisits(db(), [visitAt(of, id, 2)]);
  const change = () => mergeVisits(db(), [visitAt(of, id, 3)]);
  expect(await rollUpPage(failing('before', change), of.pageId, later, true)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 3 }]);
  expect(await rollUpAll(of)).toEqual([1]);
  expect(await numbersIn('session_corrections', of)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 3 }]);
});

/** A session of two hours that is still pending at `later`, and a way to change it. */
async function newPending(of: Place) {
  await insert(of, 1, { start: `${later - 120 * minute}`, audience: `'${of.audienceId}'` });
  const set = (columns: string) =>
    env.DB.prepare(`update audience_sessions set ${columns} where analytics_session_id = ?`)
      .bind(`${of.pageId}-00000`)
      .run();
  await set(`active_ms = ${119 * minute}`);
  return set;
}

test('a beacon of a pending session does not stop the write, and counts', async () => {
  const of = await newPlace();
  const set = await newPending(of);
  const click = () => set(`total_clicks_count = 6, active_ms = ${119 * minute + 1}`);
  expect(await rollUpPage(failing('before', click), of.pageId, later, true)).toBe(1);
  expect(await numbersIn('session_corrections', of)).toBe(1);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 6 }]);
  expect(await rollUpPage(db(), of.pageId, later + 60 * minute, true)).toBe(1);
  expect(await numbersIn('session_corrections', of)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 6 }]);
});

test.each([
  ['ends', 'active_ms = 1000'],
  ['turns out to have begun earlier', 'session_started_at = session_started_at - 1'],
])('a pending session that %s between reading and writing counts once', async (_, columns) => {
  const of = await newPlace();
  const set = await newPending(of);
  await rollUpPage(
    failing('before', () => set(columns)),
    of.pageId,
    later,
    true,
  );
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1 }]);
  await rollUpPage(db(), of.pageId, later + 60 * minute, true);
  expect(await numbersIn('session_corrections', of)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1 }]);
});

test('a session of the tail that turns out to have begun before the end of the rollups counts once', async () => {
  const [of, id] = [await newPlace(), newId()];
  await insert(of, 1);
  await rollUpAll(of);
  for (const start of [noon + 1000, noon - 1000]) {
    await mergeVisits(db(), [visitAt(of, id, 1, start)]);
    expect(await analytics(of)).toMatchObject([{ totalSessions: 1 }, { totalSessions: 1 }]);
  }
  expect(await numbersIn('session_corrections', of)).toBe(1);
  expect(await rollUpAll(of)).toEqual([1]);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1 }, { totalSessions: 1 }]);
});

test('a session that is active again, after it was rolled up, has not ended', async () => {
  const of = await newPlace();
  await insert(of, 1, { start: `${later - 120 * minute}` });
  expect(await rollUpAll(of)).toEqual([1]);
  expect(await analytics(of)).toMatchObject([{}, { bounceEligibleSessions: 1 }]);
  await env.DB.prepare('update audience_sessions set active_ms = ?2 where page_id = ?1')
    .bind(of.pageId, 119 * minute)
    .run();
  expect(await analytics(of)).toMatchObject([{}, { totalSessions: 1, bounceEligibleSessions: 0 }]);
});

test('a correction that comes between reading and writing is looked at within a day', async () => {
  const [of, id] = [await newPlace(), newId()];
  await mergeVisits(db(), [visitAt(of, id, 1), visitAt(of, newId(), 1, noon + minute)]);
  const sooner = (now: number) => rollUpPage(db(), of.pageId, now, true);
  expect(await sooner(noon + 60 * minute + 1)).toBe(1);
  const come = () => mergeVisits(db(), [visitAt(of, id, 7)]);
  expect(await rollUpPage(failing('before', come), of.pageId, later, true)).toBe(1);
  expect(await numbersIn('session_corrections', of)).toBe(1);
  expect(await numbersIn('session_tails', of, 'check_at')).toBe(later + day);
  expect(await rollUpAll(of)).toEqual([1]);
  expect(await numbersIn('session_tails', of, 'check_at')).toBeNull();
});

test('a batch whose answer is lost, and which is sent again, writes once', async () => {
  const of = await newPlace();
  await insert(of, 700);
  const before = await answersOf(of);
  const count = (await writes()) ?? 0;
  await rollUpPage(failing('after'), of.pageId, later);
  expect(await writes()).toBe(count + 1);
  expect(await answersOf(of)).toEqual(before);
  expect(await rollUpAll(of)).toEqual([]);
});

test('a removal whose answer is lost, and which is sent again, removes once', async () => {
  const of = await newPlace();
  await insert(of, 30);
  await rollUpAll(of);
  const before = await analytics(of);
  const DB = failing('after');
  await removeSessions(DB, noon + 10, later, { tolerance: 0 });
  expect(await numbersIn('removed_sessions', of)).toBe(10);
  expect(await analytics(of)).toEqual(before);
  expect((await sessions(of)).totalCount).toBe(20);
  await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
});

test('a session that changes while it is being removed is not removed', async () => {
  const [of, id] = [await newPlace(), newId()];
  await mergeVisits(db(), [visitAt(of, id, 1)]);
  await rollUpAll(of);
  const change = () => mergeVisits(db(), [visitAt(of, id, 4)]);
  const pages = env.DB.prepare('update session_tails set oldest_at = ?2 where page_id <> ?1');
  await pages.bind(of.pageId, later).run();
  const removal = openDatabase(
    faultyDatabase({ message: lost, moment: 'before', size: 4, skip: 1, meanwhile: change }),
    'first-primary',
    new Meter(),
  );
  expect(await removeSessions(removal, noon + day, later, { tolerance: 0 })).toBe(0);
  expect(await numbersIn('removed_sessions', of)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 4 }]);
  expect(await removeSessions(db(), noon + day, later, { tolerance: 0 })).toBe(1);
  expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 4 }]);
  expect((await sessions(of)).totalCount).toBe(0);
  await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
});

test('sessions that are removed at the end of the rollups count as before', async () => {
  const of = await newPlace();
  // In a quarter of an hour that a range of `answersOf` cuts.
  await insert(of, 3, { start: `${noon + 2000} + n`, audience: `'${of.audienceId}'` });
  await rollUpAll(of);
  expect(await numbersIn('session_tails', of, 'rolled_at')).toBe(noon + 2002);
  const numbers = async () => (await answersOf(of)).filter((answer) => typeof answer !== 'number');
  const before = await numbers();
  const pages = env.DB.prepare('update session_tails set oldest_at = ?2 where page_id <> ?1');
  await pages.bind(of.pageId, later).run();
  expect(await removeSessions(db(), noon + day, later, { tolerance: 0 })).toBe(3);
  expect(await numbers()).toEqual(before);
  expect((await sessions(of)).totalCount).toBe(0);
  await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
});

test('a run of the cron writes no more than its budget', async () => {
  const [of, other] = [await newPlace(), await newPlace()];
  for (const place of [of, other]) await insert(place, 1200, { start: `${noon} + n * 60000` });
  const count = (await writes()) ?? 0;
  const budget = { writes: 2 };
  await rollUpSessions(db(), later, budget);
  expect(budget).toEqual({ writes: 0 });
  expect(await writes()).toBe(count + 2);
  await rollUpSessions(db(), later, budget);
  expect(await writes()).toBe(count + 2);
});

test('many pages with sessions that are too old do not keep the cron from rolling up', async () => {
  const [waiting, ...old] = [await newPlace(), ...(await Promise.all(Array.from({ length: 20 }, newPlace)))];
  await env.DB.prepare('update session_tails set oldest_at = ?').bind(later).run();
  for (const place of old) await insert(place, 1);
  await env.DB.prepare('update session_tails set check_at = null').run();
  await insert(waiting, 1, { start: `${later - 2 * day}` });
  await new HeldVisits().cron({ SESSION_RETENTION_DAYS: '5' });
  const removed = await Promise.all(old.map((place) => numbersIn('removed_sessions', place)));
  // The removal used up the budget.
  expect(removed).toContain(0);
  expect(removed).toContain(1);
  expect(await numbersIn('session_tails', waiting, 'rolled_at')).toBe(later - 2 * day);
  await env.DB.prepare("update counters set value = 0 where name = 'sessions_removed_before'").run();
});

test('two crons at once write each session once', async () => {
  const [of, other] = [await newPlace(), await newPlace()];
  for (const place of [of, other]) await insert(place, 1200, { start: `${noon} + n * 60000` });
  const before = [await answersOf(of), await answersOf(other)];
  await Promise.all([rollUpSessions(db(), later), rollUpSessions(db(), later)]);
  expect([await answersOf(of), await answersOf(other)]).toEqual(before);
  for (const place of [of, other]) {
    await rollUpAll(place);
    expect(await numbersIn('session_tails', place, 'rolled_at')).toBe(noon + 1199 * minute);
  }
  expect([await answersOf(of), await answersOf(other)]).toEqual(before);
});

test('more than 1,000 sessions of the same millisecond take several writes', async () => {
  const of = await newPlace();
  // In a quarter of an hour that a range of `answersOf` cuts.
  await insert(of, 2500, { start: `${noon + 2000}`, audience: `iif(n % 2, '${of.audienceId}', null)` });
  const before = await answersOf(of);
  expect(before[1]).toBe(2500);
  for (const n of [1000, 1000, 500, 0]) {
    expect(await rollUpPage(db(), of.pageId, later)).toBe(n);
    expect(await answersOf(of)).toEqual(before);
  }
});

test('more than 40 days take several writes', async () => {
  const of = await newPlace();
  await insert(of, 100, { start: `${noon - 99 * day} + n * ${day}`, audience: `'${of.audienceId}'` });
  const before = await answersOf(of);
  for (const n of [40, 40, 20, 0]) {
    expect(await rollUpPage(db(), of.pageId, later)).toBe(n);
    expect(await answersOf(of)).toEqual(before);
  }
});

test('a large rollup has several rows, and loses and gains them with its values', async () => {
  const of = await newPlace();
  // As much as the rollups have room for: each value in three quarters of an hour, and fewer of an audience.
  const value = `substr('00000' || (n % 1600), -5) || replace(hex(zeroblob(8)), '0', '𐀀')`;
  const start = `${noon} + (n / 1600) * ${15 * minute} + n`;
  const audience = `iif(n % 1600 < 250, '${of.audienceId}', null)`;
  await insert(of, 4800, { start, utmContent: value, audience });
  const parts = async () => {
    const { results } = await env.DB.prepare(
      `select audience_id <> '' as is_audience, level, max(part) + 1 as parts, sum(totals <> '{}') as used,
        max(length(cast(totals as blob)) + coalesce(length(cast(quarters as blob)), 0)) as size
        from rollups where page_id = ? and grouping in ('', 'utmContent') group by 1, 2 order by 1, 2`,
    )
      .bind(of.pageId)
      .all<{ parts: number; used: number; size: number }>();
    for (const { size } of results) expect(size).toBeLessThan(2_000_000);
    return results.map(({ parts, used }) => [parts, used]);
  };
  const before = await answersOf(of);
  await rollUpAll(of);
  const large = await parts();
  // By page and day, by page and month, by audience and day.
  expect(large).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
  ]);
  expect(await answersOf(of)).toEqual(before);

  // As an erasure does. Parts that are not needed any more are empty.
  const change = (sql: string) =>
    env.DB.prepare(`update audience_sessions set utm_content = ${sql} where page_id = ?`)
      .bind(of.pageId)
      .run();
  await change('null');
  const erased = await answersOf(of);
  expect(erased).not.toEqual(before);
  await rollUpAll(of);
  // The rollup of the audience still has its other groupings.
  expect((await parts()).map(([, used]) => used)).toEqual([0, 0, 1]);
  expect(await answersOf(of)).toEqual(erased);

  await change(value.replaceAll(/\bn\b/g, 'cast(substr(analytics_session_id, -5) as integer)'));
  expect(await answersOf(of)).toEqual(before);
  await rollUpAll(of);
  expect(await parts()).toEqual(large);
  expect(await answersOf(of)).toEqual(before);
});

/** The most bytes of a text that D1 takes. */
const longestText = 2_000_000;

/**
 * The database, the bytes of the longest text that a statement binds, and the most bytes of rollups that a batch
 * answers: the D1 and the Worker of tests have no limit.
 */
function measured() {
  const longest = { bytes: 0, rollups: 0 };
  const bytesIn = (text: unknown) => new TextEncoder().encode(String(text)).length;
  const prepare = (session: D1DatabaseSession) => (text: string) => {
    const prepared = session.prepare(text);
    return new Proxy(prepared, {
      get: (target, name) => {
        if (name !== 'bind') return Reflect.get(target, name);
        return (...values: unknown[]) => {
          for (const value of values) longest.bytes = Math.max(longest.bytes, bytesIn(value));
          return target.bind(...values);
        };
      },
    });
  };
  const binding = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== 'withSession') return Reflect.get(target, name);
      return (constraint: string) => {
        const session = target.withSession(constraint);
        return {
          prepare: prepare(session),
          batch: async (statements: D1PreparedStatement[]) => {
            const results = await session.batch<{ totals?: unknown; quarters?: unknown }>(statements);
            const rollups = results
              .flatMap((result) => result.results)
              .map(({ totals, quarters }) => bytesIn(totals ?? '') + bytesIn(quarters ?? ''));
            longest.rollups = Math.max(
              longest.rollups,
              rollups.reduce((sum, bytes) => sum + bytes, 0),
            );
            return results;
          },
          getBookmark: () => session.getBookmark(),
        };
      };
    },
  });
  return { database: openDatabase(binding, 'first-primary', new Meter()), longest };
}

// A character of three bytes is one of JavaScript's: it has the most bytes for its length.
test('no statement binds more than D1 takes, for the longest values of all columns', async () => {
  const of = await newPlace();
  const value = `substr('00000' || n, -5) || replace(hex(zeroblob(125)), '0', '\u4e2d')`;
  await insert(of, 450, { utmContent: value, others: value, audience: `'${of.audienceId}'` });
  const answers = async () => [
    await analytics(of),
    (await send('GET', `/v0/pages/${of.pageId}/analytics/breakdown?by=utmTerm`)).body,
  ];
  const { database, longest } = measured();
  const rollUpBy = async () => {
    let total = 0;
    for (let taken = -1; taken !== 0; total += taken)
      taken = await rollUpPage(database, of.pageId, later, true);
    return total;
  };
  const before = await answers();
  expect(await rollUpBy()).toBe(450);
  expect(await answers()).toEqual(before);
  await env.DB.prepare('update audience_sessions set engaged_ms = engaged_ms + 1 where page_id = ?')
    .bind(of.pageId)
    .run();
  const changed = await answers();
  expect(await rollUpBy()).toBe(450);
  expect(await numbersIn('session_corrections', of)).toBe(0);
  expect(await answers()).toEqual(changed);
  await removeAll(of, database);
  expect(await answers()).toEqual(changed);
  expect(longest.bytes).toBeGreaterThan(longestText / 4);
  expect(longest.bytes).toBeLessThan(longestText);
});

test('a write reads no more rollups than a Worker has memory for', async () => {
  const of = await newPlace();
  const audience = "'audience_' || n";
  await insert(of, 60, { audience });
  await rollUpAll(of);
  // As much as an older version kept. Each write shortens the rollups of its audiences.
  const pad = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${'x'.repeat(200)}${n}`, [1]]));
  const enlarge = async () => {
    await env.DB.prepare(
      "update rollups set totals = json_patch(totals, ?2) where page_id = ?1 and grouping = ''",
    )
      .bind(of.pageId, JSON.stringify({ utmTerm: pad }))
      .run();
    expect(await numbersIn('rollups', of, 'sum(octet_length(totals))')).toBeGreaterThan(12_000_000);
    return measured();
  };
  const expectSteps = async ({ database, longest }: ReturnType<typeof measured>) => {
    const before = await analytics(of);
    for (const taken of [15, 15, 30, 0])
      expect(await rollUpPage(database, of.pageId, later, true)).toBe(taken);
    expect(longest.rollups).toBeGreaterThan(6_000_000);
    expect(longest.rollups).toBeLessThan(8_000_000);
    expect(await analytics(of)).toEqual(before);
  };
  await insert(of, 60, { id: "'second'", start: `${noon} + 600000 + n`, audience });
  await expectSteps(await enlarge());

  await env.DB.prepare(
    'update audience_sessions set total_clicks_count = 9 where analytics_session_id like ?',
  )
    .bind(`${of.pageId}second%`)
    .run();
  await expectSteps(await enlarge());

  const { database, longest } = await enlarge();
  const before = await analytics(of);
  await removeAll(of, database);
  expect(longest.rollups).toBeLessThan(8_000_000);
  expect(await analytics(of)).toEqual(before);
});

test('retention hides no value of which some sessions count among the others', async () => {
  const of = await newPlace();
  const audience = `'${of.audienceId}'`;
  // More than an audience has room for, then many more sessions of some of them.
  const path = (n: string) => `substr('00000' || (${n}), -5) || replace(hex(zeroblob(50)), '0', 'p')`;
  await insert(of, 300, { others: path('n % 150'), audience });
  await rollUpAll(of);
  const start = `${noon} + 900000 + n`;
  await insert(of, 3000, { id: "'second'", start, others: path('149 - n % 90'), audience });
  await rollUpAll(of);
  const query = `by=landingPath&audienceId=${of.audienceId}&limit=100`;
  const breakdown = async () =>
    (await send<Breakdown>('GET', `/v0/pages/${of.pageId}/analytics/breakdown?${query}`)).body;
  const before = await breakdown();
  expect(before.items.length).toBeGreaterThan(80);
  await removeAll(of);
  expect(await breakdown()).toEqual(before);
});

test('sessions of one millisecond are rolled up in the order of SQLite, which is not that of JavaScript', async () => {
  const of = await newPlace();
  const at = new Date(noon).toISOString();
  const ids = ['\u{1F4A9}', '\uFF21'];
  expect(ids.toSorted()).toEqual(ids);
  const { status } = await send('POST', `/v0/pages/${of.pageId}/audience_sessions/import`, {
    sessions: ids.map((analyticsSessionId) => ({
      analyticsSessionId,
      sessionStartedAt: at,
      sessionEndedAt: at,
    })),
  });
  expect(status).toBe(200);
  expect(await rollUpAll(of)).toEqual([2]);
});

test('long values of strangers do not hide a value with many sessions', async () => {
  const hostile = `'${'x'.repeat(190)}' || n`;
  const of = await newPlace();
  const others = { others: hostile, utmContent: hostile };
  await insert(of, 2500, others);
  await rollUpAll(of);
  const honest = "'newsletter'";
  const later = { id: "'second'", start: `${noon} + 600000 + n`, utmContent: honest, others: honest };
  await insert(of, 600, later);
  await rollUpAll(of);
  for (const by of ['utmSource', 'utmContent', 'landingPath']) {
    for (const range of ['', `&startDate=${new Date(noon).toISOString().slice(0, 10)}T00:00:00Z`]) {
      const path = `/v0/pages/${of.pageId}/analytics/breakdown?by=${by}&limit=1${range}`;
      const { items, other } = (await send<Breakdown>('GET', path)).body;
      expect(items).toMatchObject([
        { value: by === 'landingPath' ? '/newsletter' : 'newsletter', totalSessions: 600 },
      ]);
      expect(other?.totalSessions).toBe(2500);
    }
  }
});

test('any text is a value', async () => {
  const of = await newPlace();
  const values = [
    ...['__proto__', 'constructor', 'toString', '"]$.x', '$."a"', '\\', "'", '{}', '[]', '0', '-1', 'null'],
    ...['𐀀'.repeat(255), '\u00e9', 'e\u0301', 'A', 'a', ' ', '\u202e', '\u{10FFFF}'],
  ];
  await env.DB.batch(
    values.flatMap((value, n) =>
      [noon, noon + day].map((start) =>
        env.DB.prepare(
          `insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
            has_conversion, questions_asked_count, total_clicks_count, session_started_at, active_ms, utm_source,
            utm_content, utm_medium, utm_campaign, utm_term, referrer, browser)
          values (?1, ?2, ?3, 'completed', 0, 0, 0, ?4, ?5, 0, ?6, ?6, ?6, ?6, ?6, ?6, ?6)`,
        ).bind(newId(), of.pageId, n % 2 ? of.audienceId : null, n, start + n, value),
      ),
    ),
  );
  const before = await answersOf(of);
  const values2 = async () => {
    const { body } = await send<Breakdown>(
      'GET',
      `/v0/pages/${of.pageId}/analytics/breakdown?by=utmSource&limit=100`,
    );
    expect(body.other).toBe(null);
    return new Map(body.items.map((item) => [item.value, item.totalSessions]));
  };
  expect(await values2()).toEqual(new Map(values.toSorted().map((value) => [value, 2])));
  expect(await rollUpAll(of)).toEqual([2 * values.length]);
  // The second write reads what the first has written.
  await insert(of, 1, { start: `${noon} + 100`, utmContent: `'__proto__'`, others: `'__proto__'` });
  expect(await rollUpAll(of)).toEqual([1]);
  const counts = await values2();
  expect(counts.get('__proto__')).toBe(3);
  expect(counts.size).toBe(values.length);
  await env.DB.prepare('delete from session_corrections where page_id = ?').bind(of.pageId).run();
  expect((before[0] as { totalSessions: number }[]).reduce((n, one) => n + one.totalSessions, 0)).toBe(
    2 * values.length,
  );
  for (const value of values) {
    const query = `utmSource=${encodeURIComponent(value)}`;
    const { totalCount, items } = await sessions(of, query);
    expect(totalCount, value).toBe(value === '__proto__' ? 3 : 2);
    expect(items).toHaveLength(totalCount ?? 0);
  }
});

interface Answer {
  items: { totalSessions: number }[];
  other?: { totalSessions: number } | null;
}

test('20,001 sessions that wait are counted in every answer', async () => {
  const of = await newPlace();
  await insert(of, 20_001);
  const before = await contents();
  const range = `startDate=${new Date(noon - day).toISOString()}&endDate=${new Date(noon + day).toISOString()}`;
  const counts = async (path: string) => {
    const { status, text, body } = await send<Answer>('GET', `/v0/pages/${of.pageId}/${path}`);
    expect(status, text).toBe(200);
    const { items, other } = body;
    return [...items, ...(other ? [other] : [])].reduce((sum, { totalSessions }) => sum + totalSessions, 0);
  };
  const look = async () => {
    for (const path of [
      'analytics/audiences',
      'analytics/audiences?limit=3',
      'analytics/breakdown?by=country',
      `analytics/timeseries?interval=month&${range}`,
    ])
      expect(await counts(path), path).toBe(20_001);
    expect((await sessions(of, 'limit=1')).totalCount).toBe(20_001);
  };
  await look();
  expect(await contents()).toEqual(before);
  expect(await rollUpPage(db(), of.pageId, later)).toBe(1000);
  await look();
  await rollUpAll(of);
  await look();
});

test('a page without sessions has nothing to roll up', async () => {
  const of = await newPlace();
  expect(await rollUpPage(db(), of.pageId, later)).toBe(0);
  expect(await rollUpPage(db(), 'page_none', later, true)).toBe(0);
  expect(await numbersIn('session_tails', of)).toBe(0);
  expect(await analytics(of)).toMatchObject([{ audienceId: of.audienceId, totalSessions: 0 }]);
  expect((await sessions(of)).totalCount).toBe(0);
});

test('a correction that comes back to what is counted changes no rollup', async () => {
  const of = await newPlace();
  await insert(of, 5, { audience: `'${of.audienceId}'`, utmContent: `'news'` });
  await rollUpAll(of);
  const [before, stored] = [await answersOf(of), await rollupsOf(of)];
  const change = (sql: string) =>
    env.DB.prepare(`update audience_sessions set ${sql} where page_id = ?`).bind(of.pageId).run();
  await change('total_clicks_count = total_clicks_count + 1');
  expect(await answersOf(of)).not.toEqual(before);
  await change('total_clicks_count = total_clicks_count - 1');
  expect(await numbersIn('session_corrections', of)).toBe(5);
  expect(await answersOf(of)).toEqual(before);
  expect(await rollUpAll(of)).toEqual([5]);
  expect(await numbersIn('session_corrections', of)).toBe(0);
  expect(await rollupsOf(of)).toEqual(stored);
  expect(await answersOf(of)).toEqual(before);
});

test('a session that has not ended is a correction until it has', async () => {
  const [of, id] = [await newPlace(), newId()];
  await insert(of, 2);
  const active = { elapsedMs: 5 * 3_600_000, activeMs: 5 * 3_600_000 };
  await mergeVisits(db(), [
    messageOf(visitOf(id, { ...of, ...active, engagedMs: 0 }), later - 2 * 3_600_000 + 5 * 3_600_000),
  ]);
  expect(await rollUpPage(db(), of.pageId, later, true)).toBe(3);
  expect(await numbersIn('session_corrections', of, 'sum(counted is null)')).toBe(1);
  expect(await analytics(of)).toMatchObject([
    { audienceId: of.audienceId, totalSessions: 1, bounceEligibleSessions: 0 },
    { totalSessions: 2, bounceEligibleSessions: 2 },
  ]);
  expect(await rollUpPage(db(), of.pageId, later, true)).toBe(0);
  const end = later + 4 * 3_600_000;
  expect(await rollUpPage(db(), of.pageId, end, true)).toBe(1);
  expect(await analytics(of)).toMatchObject([
    { audienceId: of.audienceId, totalSessions: 1, bounceEligibleSessions: 1 },
    { totalSessions: 2, bounceEligibleSessions: 2 },
  ]);
});

test('the first that waits, one in a hundred, and an import say when the cron looks', async () => {
  const of = await newPlace();
  const checkAt = () => numbersIn('session_tails', of, 'check_at');
  const hour = 60 * minute;
  const at = Math.floor(later / 1000) * 1000;
  await mergeVisits(db(), [visitAt(of, newId(), 0, at + 500)]);
  expect(await checkAt()).toBe(at + 500 + 25 * hour);
  await mergeVisits(db(), [visitAt(of, newId(), 0, at + 400)]);
  expect(await checkAt()).toBe(at + 400 + 25 * hour);
  await mergeVisits(db(), [visitAt(of, newId(), 0, at + 399)]);
  expect(await checkAt()).toBe(at + 399 + hour);
  await mergeVisits(db(), [visitAt(of, newId(), 0, at + 499)]);
  expect(await checkAt()).toBe(at + 399 + hour);
  // Before that time it does not look.
  await rollUpPage(db(), of.pageId, at + 1000);
  expect(await checkAt()).toBe(at + 399 + hour);
  // Nothing is old enough: the next time is that of the day.
  await rollUpPage(db(), of.pageId, at + 399 + hour);
  expect(await checkAt()).toBe(at + 399 + 25 * hour);
  const sessionStartedAt = new Date(noon).toISOString();
  const one = { analyticsSessionId: newId(), sessionStartedAt, sessionEndedAt: sessionStartedAt };
  const made = await send('POST', `/v0/pages/${of.pageId}/audience_sessions/import`, { sessions: [one] });
  expect(made.status, made.text).toBe(200);
  expect(await checkAt()).toBe(0);
});

/** Inserts removed sessions as an upgrade does: without values, and before anything is rolled up. */
async function insertRemoved(of: Place, count: number, start: string) {
  await insert(of, 1);
  await env.DB.prepare('delete from audience_sessions where page_id = ?').bind(of.pageId).run();
  await env.DB.prepare(
    `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?4)
    insert into removed_sessions select ?1, ?2 + ${start}, n, ?3, '[1,0,1]', '[]' from numbers`,
  )
    .bind(of.pageId, noon, of.audienceId, count)
    .run();
}

test('a session that turns out to have begun earlier, or changes after the roll-up, says when the cron looks', async () => {
  const of = await newPlace();
  await insert(of, 1);
  const change = (columns: string) =>
    env.DB.prepare(`update audience_sessions set ${columns} where page_id = ?`).bind(of.pageId).run();
  await change(`session_started_at = ${noon - 1000}`);
  expect(await numbersIn('session_tails', of, 'oldest_at')).toBe(noon - 1000);
  await rollUpAll(of);
  expect(await numbersIn('session_tails', of, 'check_at')).toBe(null);
  await change('total_clicks_count = 7');
  const wait = ((await numbersIn('session_tails', of, 'check_at')) ?? 0) - Date.now();
  expect(Math.abs(wait - 60 * minute)).toBeLessThan(minute);
  // Only this correction waits, and nothing else would make the page due.
  expect(await rollUpPage(db(), of.pageId, later + 2 * day)).toBe(1);
});

test('a session that changes, and counts among the others, makes no number negative', async () => {
  const of = await newPlace();
  // The last values by text have no room.
  const long = 'x'.repeat(2000);
  await insert(of, 40, { utmContent: `substr('0000' || n, -4) || '${long}'` });
  await rollUpAll(of);
  const breakdown = async () =>
    (await send<Breakdown>('GET', `/v0/pages/${of.pageId}/analytics/breakdown?by=utmContent&limit=100`)).body;
  const { items, other } = await breakdown();
  expect(items.length).toBeLessThan(40);
  await env.DB.prepare('update audience_sessions set utm_content = ? where analytics_session_id = ?')
    .bind(`0000${long}`, `${of.pageId}-00039`)
    .run();
  for (const roll of [false, true]) {
    if (roll) await rollUpAll(of);
    const after = await breakdown();
    expect(after.items.map(({ totalSessions }) => totalSessions)).toEqual([
      2,
      ...Array(items.length - 1).fill(1),
    ]);
    expect(after.other?.totalSessions).toBe((other?.totalSessions ?? 0) - 1);
  }
});

test('sessions that an upgrade finds removed are rolled up without waiting for a day', async () => {
  const of = await newPlace();
  await insertRemoved(of, 1003, 'n / 3 * 3');
  const before = await answersOf(of);
  expect(before[0]).toMatchObject([{ totalSessions: 1003 }]);
  // The write ends with a millisecond.
  expect(await rollUpPage(db(), of.pageId, later)).toBe(1002);
  expect(await numbersIn('session_tails', of, 'check_at')).toBe(later);
  expect(await answersOf(of)).toEqual(before);
  expect(await rollUpPage(db(), of.pageId, later)).toBe(1);
  expect(await numbersIn('session_tails', of, 'check_at')).toBe(null);
  expect(await answersOf(of)).toEqual(before);
});

test('more than 1,000 removed sessions of the same millisecond do not stop the roll-up', async () => {
  const of = await newPlace();
  await insertRemoved(of, 1500, '0');
  await insert(of, 20);
  const before = await answersOf(of);
  // The first of the other sessions began in the same millisecond.
  expect(await rollUpAll(of)).toEqual([1500, 20]);
  expect(await answersOf(of)).toEqual(before);
});
