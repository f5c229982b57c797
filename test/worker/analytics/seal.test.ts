import { env } from 'cloudflare:workers';
import type { AudienceAnalyticsList } from '../../../src/analytics/schemas.ts';
import { timeseries } from '../../../src/analytics/store/timeseries.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../src/db/client.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { answersOf, correctionsCount, expectExactBlocks, revision, sealAll } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { failing, silent } from '../support/faults.ts';
import { newPageId } from '../support/pages.ts';
import { analytics, newPlace, type Place, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertOnPages, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, minute, noon } from '../support/times.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

// One test for each promise of docs/contributors/sessions.md about sealing. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();

const sealedAt = () => numberOf('select sealed_at from session_seal');

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
    await insertOnPages(150, `${noon} + n`);
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

test('a sealed session is pending by its own start, and not by its quarter of an hour', async () => {
  const pageId = await newPageId();
  const db = openTestDatabase();
  const now = Date.now();
  const visit = (minutesAgo: number) => ({
    workspace: 'main',
    receivedAt: now - minutesAgo * minute,
    visit: {
      analyticsSessionId: newId(),
      pageId,
      elapsedMs: 0,
      activeMs: 0,
      engagedMs: 0,
      maxScrollDepthPercentage: 10,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
    },
  });
  const ended = [200, ...Array<number>(20).fill(180)];
  // Of each age from 11 to 28 minutes.
  const pending = Array.from({ length: 18 }, (_, n) => 28 - n);
  await mergeVisits(db, [...ended, ...pending].map(visit) as Parameters<typeof mergeVisits>[1]);
  const countsOf = async () => {
    const { body } = await send<AudienceAnalyticsList>('GET', `/v0/pages/${pageId}/analytics/audiences`);
    return body.items.map(({ totalSessions, bounceEligibleSessions }) => [
      totalSessions,
      bounceEligibleSessions,
    ]);
  };
  expect(await countsOf()).toEqual([[39, 21]]);
  await sealSessions(db, now, { isForced: true });
  expect(await countsOf()).toEqual([[39, 21]]);
});

const visitAt = (of: Place, id: string, clicksCount: number, start = noon) =>
  messageOf(visitOf(id, { ...of, clicksCount }), start + 10_500);

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
    const { items } = await timeseries(database, {
      pageId,
      range,
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
