import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Breakdown } from '../../../src/analytics/schemas.ts';
import { timeseries } from '../../../src/analytics/store/timeseries.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../src/db/client.ts';
import { mergeVisits } from '../../../src/visits/store/merge.ts';
import { openTestDatabase, send } from '../support/client.ts';
import {
  answersOf,
  changeSessions,
  correctionsCount,
  expectExactBlocks,
  failing,
  forgetSessions,
  insertSessions,
  later,
  noon,
  numberOf,
  revision,
} from '../support/session-factories.ts';
import {
  analytics,
  day,
  messageOf,
  minute,
  newId,
  newPlace,
  type Place,
  sessions,
  silent,
  visitOf,
} from '../support/visit-factories.ts';

// One test for each promise of docs/analytics.md about sealing. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const sealedAt = () => numberOf('select sealed_at from session_seal');
const visitAt = (of: Place, id: string, clicksCount: number, start = noon) =>
  messageOf(visitOf(id, { ...of, clicksCount }), start + 10_500);

/** Seals everything, one write at a time. Returns how much each of them took. */
async function sealAll(): Promise<number[]> {
  const taken: number[] = [];
  for (;;) {
    const count = await sealSome(db(), later, true);
    if (count === 0) return taken;
    taken.push(count);
    await expectExactBlocks();
  }
}

describe('the cron', () => {
  test('waits for 500 sessions that are quiet', async () => {
    const of = await newPlace();
    await insertSessions(of, 499);
    expect(await sealSessions(db(), later)).toBe(0);
    expect(await revision()).toBe(0);
    await insertSessions(of, 1, { id: "'last'" });
    expect(await sealSessions(db(), later)).toBe(500);
    expect(await expectExactBlocks()).toBe(500);
  });

  test('takes a session whose last activity is ten minutes ago, and none that is more active', async () => {
    const [of, now] = [await newPlace(), later];
    await insertSessions(of, 500, { start: `${now - 20 * minute}`, active: `${10 * minute}` });
    expect(await sealSessions(db(), now - 1)).toBe(0);
    expect(await sealSessions(db(), now)).toBe(500);
  });

  test('leaves what comes after an active session, until half an hour after its start', async () => {
    const [of, now] = [await newPlace(), later];
    await insertSessions(of, 600, { id: "'old'" });
    const start = now - 25 * minute;
    await insertSessions(of, 1, { id: "'active'", start: `${start}`, active: `${24 * minute}` });
    await insertSessions(of, 600, { id: "'quiet'", start: `${start} + 1 + n` });
    expect(await sealSessions(db(), now)).toBe(600);
    expect(await sealedAt()).toBe(noon + 599);
    await changeSessions(of, `active_ms = ${28 * minute}`, "analytics_session_id like '%active%'");
    expect(await sealSessions(db(), now + 5 * minute - 1)).toBe(0);
    expect(await sealSessions(db(), now + 5 * minute)).toBe(601);
    expect(await expectExactBlocks()).toBe(1201);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 1201 }]);
  });

  test('seals sessions although they are active when 5,000 wait, and their beacons still count', async () => {
    const [of, now] = [await newPlace(), Date.now()];
    await insertSessions(of, 4999, { start: `${now - minute} + n` });
    expect(await sealSessions(db(), now)).toBe(0);
    await insertSessions(of, 1, { id: "'one'", start: `${now - 50_000}` });
    expect(await sealSessions(db(), now)).toBe(2000);
    await changeSessions(of, 'total_clicks_count = 7', `session_started_at < ${now - minute + 10}`);
    expect(await correctionsCount()).toBe(10);
    const clicks = async () => {
      const [, item] = await analytics(of);
      return (item?.avgInteractionsPerSession ?? 0) * (item?.totalSessions ?? 0);
    };
    const before = await clicks();
    // Their corrections wait until they are quiet.
    expect(await sealSessions(db(), now)).toBe(0);
    await sealAll();
    expect(await correctionsCount()).toBe(0);
    expect(await clicks()).toBe(before);
  });

  test('writes no more than its budget', async () => {
    const of = await newPlace();
    await insertSessions(of, 9000);
    const budget = { writes: 2 };
    const first = await silent(() => sealSessions(db(), later, { budget }));
    expect([first.result, budget.writes, await revision()]).toEqual([4000, 0, 2]);
    expect(first.logged).toEqual([expect.stringContaining('"what":"seal sessions"')]);
    const second = await silent(() => sealSessions(db(), later, { budget }));
    expect([second.result, await revision()]).toEqual([0, 2]);
  });

  test('has nothing to do without sessions', async () => {
    const of = await newPlace();
    expect(await sealSome(db(), later, true)).toBe(0);
    expect(await revision()).toBe(0);
    expect(await analytics(of)).toMatchObject([{ audienceId: of.audienceId, totalSessions: 0 }]);
    expect((await sessions(of)).totalCount).toBe(0);
  });
});

describe('a write', () => {
  test('changes no answer', async () => {
    const of = await newPlace();
    const columns = { audience: `iif(n % 2, '${of.audienceId}', null)`, campaign: "'c' || (n % 12)" };
    await insertSessions(of, 5000, { ...columns, start: `${noon} + n * 70000` });
    const before = await answersOf(of);
    for (const taken of [2000, 2000, 1000, 0]) {
      expect(await sealSome(db(), later, true)).toBe(taken);
      await expectExactBlocks();
      expect(await answersOf(of)).toEqual(before);
    }
  });

  test('takes at most 100 pages', async () => {
    // Each page has a session, then each has another.
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 449)
      insert into audience_sessions (analytics_session_id, page_id, computation_status, form_state, has_conversion,
        questions_asked_count, total_clicks_count, session_started_at, active_ms)
      select 'many' || n, 'page_' || (n % 150), 'completed', 0, 0, 0, 0, ?1 + n, 0 from numbers`,
    )
      .bind(noon)
      .run();
    expect(await sealAll()).toEqual([100, 100, 100, 100, 50]);
  });

  test('takes at most 800 KB of sessions', async () => {
    const of = await newPlace();
    await insertSessions(of, 1000, {
      others: "substr(hex(zeroblob(100)), 1, 194) || substr('00000' || n, -6)",
    });
    const taken = await sealAll();
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.reduce((sum, count) => sum + count)).toBe(1000);
    for (const count of taken) expect(count).toBeLessThan(700);
  });

  test('beside another one writes each session once', async () => {
    const [of, other] = [await newPlace(), await newPlace()];
    for (const place of [of, other]) await insertSessions(place, 3000);
    const before = [await answersOf(of), await answersOf(other)];
    await Promise.all([sealSessions(db(), later), sealSessions(db(), later)]);
    await expectExactBlocks();
    await sealAll();
    expect(await expectExactBlocks()).toBe(6000);
    expect([await answersOf(of), await answersOf(other)]).toEqual(before);
  });

  test('whose answer is lost, and which is sent again, counts once', async () => {
    const of = await newPlace();
    await insertSessions(of, 700);
    const before = await answersOf(of);
    expect(await sealSome(failing('after'), later, true)).toBe(700);
    expect(await revision()).toBe(1);
    expect(await expectExactBlocks()).toBe(700);
    expect(await answersOf(of)).toEqual(before);
    await changeSessions(of, 'total_clicks_count = 8');
    const corrected = await answersOf(of);
    expect(await sealSome(failing('after'), later, true)).toBe(500);
    expect([await revision(), await correctionsCount()]).toEqual([2, 200]);
    await expectExactBlocks();
    expect(await answersOf(of)).toEqual(corrected);
  });

  test('that others overtake changes nothing', async () => {
    const of = await newPlace();
    await insertSessions(of, 700);
    const overtake = async () => {
      await sealSome(db(), later, true);
      await insertSessions(of, 100, { id: "'next'", start: `${noon} + 5000 + n` });
      await sealSome(db(), later, true);
    };
    await sealSome(failing('before', overtake), later, true);
    expect([await revision(), await expectExactBlocks()]).toEqual([2, 800]);
    expect(await correctionsCount()).toBe(0);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 800 }]);
    // Nor does one that corrects what another has corrected meanwhile.
    await changeSessions(of, 'total_clicks_count = 5', "analytics_session_id like '%7'");
    const correct = async () => {
      await sealSome(db(), later, true);
      await changeSessions(of, 'total_clicks_count = 6', "analytics_session_id like '%17'");
    };
    await sealSome(failing('before', correct), later, true);
    await expectExactBlocks();
    await sealAll();
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([0, 800]);
  });

  test('seals sessions of one millisecond in the order of SQLite, which is not that of JavaScript', async () => {
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
    expect(await sealAll()).toEqual([2]);
    expect(await correctionsCount()).toBe(0);
  });

  test('ends within a millisecond, and the next one goes on there', async () => {
    const of = await newPlace();
    const columns = { start: `${noon + 2000}`, audience: `iif(n % 2, '${of.audienceId}', null)` };
    await insertSessions(of, 4500, columns);
    const before = await answersOf(of);
    for (const taken of [2000, 2000, 500, 0]) {
      expect(await sealSome(db(), later, true)).toBe(taken);
      await expectExactBlocks();
      expect(await answersOf(of)).toEqual(before);
    }
    // Each of them can be corrected, whichever block has it.
    await changeSessions(of, 'total_clicks_count = 9', "substr(analytics_session_id, -2) = '07'");
    const corrected = await answersOf(of);
    expect(await sealAll()).toEqual([45]);
    expect(await answersOf(of)).toEqual(corrected);
  });
});

describe('between reading and writing', () => {
  test('a session that changes is counted as it was, and corrected', async () => {
    const of = await newPlace();
    await insertSessions(of, 3, { audience: `'${of.audienceId}'` });
    const change = () => changeSessions(of, 'total_clicks_count = 5', "analytics_session_id like '%1'");
    expect(await sealSome(failing('before', change), later, true)).toBe(3);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([1, 3]);
    const before = await answersOf(of);
    expect(before[0]).toMatchObject([{ totalSessions: 3, avgInteractionsPerSession: 7 / 3 }]);
    expect(await sealAll()).toEqual([1]);
    expect(await correctionsCount()).toBe(0);
    expect(await answersOf(of)).toEqual(before);
  });

  test('sessions that come before, among and behind those that are sealed count', async () => {
    const of = await newPlace();
    await insertSessions(of, 3);
    const starts = [noon - 1, noon + 1, noon + 9];
    const come = () =>
      mergeVisits(
        db(),
        starts.map((start) => visitAt(of, newId(), 1, start)),
      );
    expect(await sealSome(failing('before', come), later, true)).toBe(3);
    // The last of them is not sealed.
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([2, 5]);
    const before = await answersOf(of);
    expect(before[1]).toBe(6);
    expect(await sealAll()).toEqual([3]);
    expect(await answersOf(of)).toEqual(before);
  });

  test('a session that turns out to have begun earlier counts once', async () => {
    const of = await newPlace();
    await insertSessions(of, 3);
    const move = () =>
      changeSessions(of, `session_started_at = ${noon - day}`, "analytics_session_id like '%2'");
    await sealSome(failing('before', move), later, true);
    await expectExactBlocks();
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 3 }]);
    await sealAll();
    expect(await correctionsCount()).toBe(0);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 3 }]);
  });

  test('a session that is not read may turn out to have begun before those that are sealed', async () => {
    const of = await newPlace();
    await insertSessions(of, 500);
    await insertSessions(of, 1, { id: "'late'", start: `${later - minute}` });
    const where = "analytics_session_id like '%late%'";
    const move = () => changeSessions(of, `session_started_at = ${noon + 1}`, where);
    expect(await sealSome(failing('before', move), later)).toBe(500);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([1, 501]);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 501 }]);
    await sealAll();
    expect(await expectExactBlocks()).toBe(501);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 501 }]);
  });

  test('a correction that changes again is counted as it was read, and corrected', async () => {
    const of = await newPlace();
    await insertSessions(of, 5);
    await sealAll();
    await changeSessions(of, 'total_clicks_count = 5');
    const change = () => changeSessions(of, 'total_clicks_count = 6', "analytics_session_id like '%1'");
    expect(await sealSome(failing('before', change), later, true)).toBe(5);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([1, 5]);
    expect(await analytics(of)).toMatchObject([{}, { avgInteractionsPerSession: 26 / 5 }]);
    expect(await sealAll()).toEqual([1]);
    expect(await correctionsCount()).toBe(0);
    expect(await analytics(of)).toMatchObject([{}, { avgInteractionsPerSession: 26 / 5 }]);
  });

  test('a correction may come of a session that is not read', async () => {
    const of = await newPlace();
    await insertSessions(of, 5);
    await sealAll();
    await insertSessions(of, 5, { id: "'next'", start: `${noon + day} + n` });
    const change = () => changeSessions(of, 'total_clicks_count = 9', "analytics_session_id like '%-000001'");
    expect(await sealSome(failing('before', change), later, true)).toBe(5);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([1, 10]);
    expect(await analytics(of)).toMatchObject([{}, { avgInteractionsPerSession: 16 / 10 }]);
  });
});

describe('a sealed session', () => {
  test('that changes back to what blocks have changes no answer', async () => {
    const of = await newPlace();
    await insertSessions(of, 5, { audience: `'${of.audienceId}'`, campaign: "'news'" });
    await sealAll();
    const before = await answersOf(of);
    await changeSessions(of, 'total_clicks_count = total_clicks_count + 1');
    expect(await answersOf(of)).not.toEqual(before);
    await changeSessions(of, 'total_clicks_count = total_clicks_count - 1');
    expect(await correctionsCount()).toBe(5);
    expect(await answersOf(of)).toEqual(before);
    expect(await sealAll()).toEqual([5]);
    expect(await correctionsCount()).toBe(0);
    expect(await answersOf(of)).toEqual(before);
  });

  test.each([
    ['its audience', (of: Place) => `audience_id = '${of.audienceId}'`],
    ['a start in another block', () => `session_started_at = ${noon + 100}`],
    ['a start before all others', () => `session_started_at = ${noon - 40 * day}`],
    ['no campaign any more', () => 'utm_campaign = null'],
    ['everything', () => "active_ms = 5, engaged_ms = null, form_state = 2, failure = 'x', country = 'DE'"],
  ])('that turns out to have %s counts so, before and after its correction', async (_, change) => {
    const of = await newPlace();
    await insertSessions(of, 2500, { campaign: "'c' || (n % 7)", start: `${noon} + n * 60000` });
    const where = "substr(analytics_session_id, -3) in ('000', '400')";
    await changeSessions(of, change(of), where);
    // What answers say of sessions that are not sealed.
    const expected = await answersOf(of);
    await forgetSessions();
    await insertSessions(of, 2500, { campaign: "'c' || (n % 7)", start: `${noon} + n * 60000` });
    await sealAll();
    const before = await answersOf(of);
    await changeSessions(of, change(of), where);
    await expectExactBlocks();
    expect(await answersOf(of)).toEqual(expected);
    expect(expected).not.toEqual(before);
    await sealAll();
    expect(await correctionsCount()).toBe(0);
    expect(await answersOf(of)).toEqual(expected);
  });

  test('that is active again has not ended', async () => {
    const [of, now] = [await newPlace(), Date.now()];
    await insertSessions(of, 1, { start: `${now - 120 * minute}`, active: '0' });
    await sealAll();
    expect(await analytics(of)).toMatchObject([{}, { bounceEligibleSessions: 1 }]);
    await changeSessions(of, `active_ms = ${119 * minute}`);
    const pending = [{}, { totalSessions: 1, bounceEligibleSessions: 0 }];
    expect(await analytics(of)).toMatchObject(pending);
    await sealAll();
    expect(await correctionsCount()).toBe(0);
    expect(await analytics(of)).toMatchObject(pending);
  });
});

describe('many corrections', () => {
  test('of a flood of starts in the past are applied, 500 and 40 days at a time', async () => {
    const of = await newPlace();
    await insertSessions(of, 600, { start: `${noon + 8 * day} + n` });
    await sealAll();
    await insertSessions(of, 2000, { id: "'flood'", start: `${noon} - (n % 100) * ${day} + n` });
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([2000, 2600]);
    const before = await answersOf(of);
    const taken: number[] = [];
    while ((await correctionsCount()) !== 0) {
      taken.push(await sealSome(db(), later));
      await expectExactBlocks();
      expect((await sessions(of)).totalCount).toBe(2600);
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(500);
    expect(taken.reduce((sum, count) => sum + count)).toBe(2000);
    expect(await answersOf(of)).toEqual(before);
  });

  test('all over blocks of long texts are applied a few at a time, because a Worker has 128 MB', async () => {
    const of = await newPlace();
    const long = "replace(hex(zeroblob(500)), '0', 'x') || n";
    await insertSessions(of, 3000, { campaign: long, others: long });
    while ((await sealSome(db(), later, true)) > 0);
    await changeSessions(
      of,
      'total_clicks_count = 9',
      "analytics_session_id like '%-00__00' or analytics_session_id like '%-00__50'",
    );
    const real = db();
    const sizes: number[] = [];
    const batch = async (statements: Parameters<Database['batch']>[0]) => {
      const rows = await real.batch(statements);
      sizes.push(JSON.stringify(rows).length);
      return rows;
    };
    const watched = { batch, bookmark: () => null } as unknown as Database;
    while ((await sealSome(watched, later)) > 0);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
    expect(await correctionsCount()).toBe(0);
    await expectExactBlocks();
  });

  test('need no round trip more than one for 5,000 to be answered', async () => {
    const of = await newPlace();
    await insertSessions(of, 6000, { campaign: "'c' || (n % 3)" });
    await sealAll();
    await changeSessions(of, "total_clicks_count = 3, utm_campaign = 'other'");
    expect(await correctionsCount()).toBe(6000);
    const { body, cost } = await send<Breakdown>(
      'GET',
      `/v0/pages/${of.pageId}/analytics/breakdown?by=utmCampaign`,
    );
    expect(cost.trips).toBe(2);
    expect(body).toMatchObject({
      items: [{ value: 'other', totalSessions: 6000, avgInteractionsPerSession: 3 }],
      other: null,
    });
    const pages = await send<{ items: object[] }>('GET', '/v0/analytics/pages');
    expect(pages.body.items).toMatchObject([{ totalSessions: 6000, avgInteractionsPerSession: 3 }]);
  });

  test('of imports are applied in the next run, however few', async () => {
    const of = await newPlace();
    await insertSessions(of, 600, { start: `${noon + day} + n` });
    await sealAll();
    const imported = Array.from({ length: 300 }, (_, n) => {
      const at = new Date(noon - (n % 3) * day).toISOString();
      return {
        analyticsSessionId: newId(),
        sessionStartedAt: at,
        sessionEndedAt: at,
        utmCampaign: `c${n % 5}`,
      };
    });
    const path = `/v0/pages/${of.pageId}/audience_sessions/import`;
    expect((await send('POST', path, { sessions: imported })).status).toBe(200);
    expect(await correctionsCount()).toBe(300);
    const before = await answersOf(of);
    expect(await sealSessions(db(), later)).toBe(300);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([0, 900]);
    expect(await answersOf(of)).toEqual(before);
  });
});

describe('an answer of several round trips', () => {
  /** A database that does something after some of its batches. */
  function interrupted(work: (batches: number) => Promise<unknown>) {
    const real = db();
    const state = { batches: 0 };
    const batch = async (statements: Parameters<Database['batch']>[0]) => {
      const rows = await real.batch(statements);
      state.batches += 1;
      await work(state.batches);
      return rows;
    };
    return { database: { batch, bookmark: () => null } as unknown as Database, state };
  }
  const range = { start: noon - day, end: noon + day };
  const total = async (database: Database, { pageId }: Place) => {
    const { items } = await timeseries(database, pageId, range, {
      interval: 'day',
      timezone: 'UTC',
      filters: {},
    });
    return items.reduce((sum, item) => sum + item.totalSessions, 0);
  };

  test('has all sessions of a long tail', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database, state } = interrupted(async () => {});
    expect(await total(database, of)).toBe(10_001);
    expect(state.batches).toBe(3);
  });

  test('begins again when sessions are sealed meanwhile', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database, state } = interrupted(async (batches) => {
      if (batches === 1) await sealSome(db(), later, true);
    });
    expect(await total(database, of)).toBe(10_001);
    // Two for nothing, then those of the 8,001 that are left.
    expect(state.batches).toBe(4);
  });

  test('is refused when blocks are written after each of its round trips', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database } = interrupted(() =>
      env.DB.prepare(
        `insert into session_seal (id, sealed_at, sealed_id, revision) values (1, -1, '', 1)
          on conflict (id) do update set revision = revision + 1`,
      ).run(),
    );
    await expect(total(database, of)).rejects.toMatchObject({ code: 'too_many_values' });
  });

  test('has the last sessions that pass when many do not pass any more', async () => {
    const of = await newPlace();
    await insertSessions(of, 7000, { campaign: "'a'" });
    await sealAll();
    // The corrections of the last sessions are read in the second round trip.
    await changeSessions(
      of,
      "utm_campaign = iif(analytics_session_id like '%-006___', 'b', 'a'), active_ms = 2000",
    );
    const { items, totalCount } = await sessions(of, 'utmCampaign=a&limit=2');
    expect(totalCount).toBe(6000);
    expect(items.map(({ analyticsSessionId }) => analyticsSessionId.slice(-6))).toEqual(['005999', '005998']);
  });

  test('counts a session that is sealed and corrected meanwhile once', async () => {
    const of = await newPlace();
    await insertSessions(of, 6000);
    const { database } = interrupted(async (batches) => {
      if (batches > 1) return;
      await sealSome(db(), later, true);
      await changeSessions(of, 'total_clicks_count = 5');
    });
    expect(await total(database, of)).toBe(6000);
  });
});

test('any text is a value', async () => {
  const of = await newPlace();
  const values = [
    '__proto__',
    'constructor',
    'toString',
    '"]$.x',
    '$."a"',
    '\\',
    "'",
    '{}',
    '[]',
    '0',
    '-1',
    'null',
    '𐀀'.repeat(255),
    '\u00e9',
    'e\u0301',
    'A',
    'a',
    ' ',
    '\n',
    '\u202e',
    '\u{10FFFF}',
    '=',
  ];
  const insert = env.DB.prepare(
    `insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
      has_conversion, questions_asked_count, total_clicks_count, session_started_at, active_ms, utm_source,
      utm_content, utm_medium, utm_campaign, utm_term, referrer, browser)
    values (?1, ?2, ?3, 'completed', 0, 0, 0, ?4, ?5, 0, ?6, ?6, ?6, ?6, ?6, ?6, ?6)`,
  );
  await env.DB.batch(
    values.flatMap((value, n) =>
      [noon, noon + day].map((start) =>
        insert.bind(newId(), of.pageId, n % 2 ? of.audienceId : null, n, start + n, value),
      ),
    ),
  );
  const before = await answersOf(of);
  const counts = async () => {
    const path = `/v0/pages/${of.pageId}/analytics/breakdown?by=utmSource&limit=100`;
    const { items, other } = (await send<Breakdown>('GET', path)).body;
    expect(other).toBe(null);
    return new Map(items.map((item) => [item.value, item.totalSessions]));
  };
  expect(await counts()).toEqual(new Map(values.map((value) => [value, 2])));
  expect(await sealAll()).toEqual([2 * values.length]);
  expect(await answersOf(of)).toEqual(before);
  // The second write reads what the first has written.
  await insertSessions(of, 1, { start: `${noon} + 100`, others: `'__proto__'` });
  expect(await sealAll()).toEqual([1]);
  expect(await counts()).toEqual(new Map(values.map((value) => [value, value === '__proto__' ? 3 : 2])));
  for (const value of values) {
    const { totalCount, items } = await sessions(of, `utmSource=${encodeURIComponent(value)}`);
    expect(totalCount, value).toBe(value === '__proto__' ? 3 : 2);
    expect(items).toHaveLength(totalCount ?? 0);
  }
});
