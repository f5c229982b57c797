import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { answersOf, correctionsCount, expectExactBlocks, revision, sealAll } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { failing } from '../support/faults.ts';
import { analytics, newPlace, type Place, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, minute, noon } from '../support/times.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

// Each promise of docs/contributors/sessions.md about sealing has a test here, or in corrections, chunk, budget, inquiry or
// unsealed. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();

const sealedAt = () => numberOf('select sealed_at from session_seal');

describe('the sealing of sessions by the cron', () => {
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

  test('has nothing to do without sessions', async () => {
    const of = await newPlace();
    expect(await sealSome(db(), later, true)).toBe(0);
    expect(await revision()).toBe(0);
    expect(await analytics(of)).toMatchObject([{ audienceId: of.audienceId, totalSessions: 0 }]);
    expect((await sessions(of)).totalCount).toBe(0);
  });
});

describe('a write that seals sessions', () => {
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

const visitAt = (of: Place, id: string, clicksCount: number, start = noon) =>
  messageOf(visitOf(id, { ...of, clicksCount }), start + 10_500);

describe('between reading and writing of a seal', () => {
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
