import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { timeseries } from '../../../src/analytics/store/timeseries.ts';
import { sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../src/db/client.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { openTestDatabase } from '../support/client.ts';
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
  sealAll,
} from '../support/sessions.ts';
import {
  analytics,
  day,
  messageOf,
  minute,
  newId,
  newPlace,
  type Place,
  sessions,
  visitOf,
} from '../support/visits.ts';

// One test for each promise of docs/contributors/sessions.md about sealing. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();

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
