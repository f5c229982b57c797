import { beforeEach, describe, expect, test } from 'vitest';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import { openTestDatabase, send } from '../support/client.ts';
import {
  answersOf,
  changeSessions,
  correctionsCount,
  expectExactBlocks,
  failing,
  forgetSessions,
  insertOnPages,
  insertSessions,
  later,
  noon,
  numberOf,
  revision,
  sealAll,
} from '../support/sessions.ts';
import { analytics, minute, newPlace, sessions, silent } from '../support/visits.ts';

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
