import { env } from 'cloudflare:workers';
import { blockOf, factsOf } from '../../../src/analytics/block.ts';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import type { AudienceAnalyticsList, PageAnalyticsList, Timeseries } from '../../../src/analytics/schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { at } from '../support/analytics.ts';
import { answersOf, correctionsCount, expectExactBlocks, storedBlocks } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { failing } from '../support/faults.ts';
import { analytics, newPlace, type Place, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertOnPages, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, noon } from '../support/times.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

// Retention removes whole days (UTC). Their numbers stay, by the day.

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const midnight = noon - day / 2;
const seal = () => sealSessions(db(), later, { isForced: true });
const remove = (oldest: number, database = db()) => removeSessions(database, oldest, later);
/** The sessions that are left of a page. */
const left = async (of: Place) => (await sessions(of)).totalCount;
const removedFacts = async (pageId: string) =>
  (await storedBlocks())
    .filter((row) => row.isRemoved === 1 && row.pageId === pageId)
    .flatMap((row) => factsOf(blockOf(row)));

type Whole<T> = T & { wholeDaysBefore?: string };
const get = async <T>(path: string) => {
  const { status, text, body } = await send<Whole<T>>('GET', path);
  expect(status, text).toBe(200);
  return body;
};

/** Answers whose ranges are whole days (UTC), which a removal does not change; without lists. */
async function dailyAnswers(of: Place): Promise<unknown[]> {
  const path = `/v0/pages/${of.pageId}/analytics`;
  const answers: unknown[] = [];
  for (const [from, to] of [
    [-40, 20],
    [-1, 0],
    [0, 1],
    [0, 2],
    [1, 2],
    [1, 20],
  ] as const) {
    const range = `startDate=${at(midnight + from * day)}&endDate=${at(midnight + to * day)}`;
    const read = [
      await get<AudienceAnalyticsList>(`${path}/audiences?${range}`),
      await get<Breakdown>(`${path}/breakdown?by=utmCampaign&limit=100&${range}`),
      await get<Breakdown>(`${path}/breakdown?by=landingPath&audienceId=${of.audienceId}&${range}`),
      await get<Timeseries>(`${path}/timeseries?interval=day&${range}`),
      await get<Timeseries>(`${path}/timeseries?interval=day&utmCampaign=c1&${range}`),
      await get<PageAnalyticsList>(`/v0/analytics/pages?${range}`),
      await get<Timeseries>(`/v0/analytics/timeseries?interval=day&${range}`),
    ];
    answers.push(...read.map(({ wholeDaysBefore: _, ...answer }) => answer));
  }
  return answers;
}

/** Sessions of three days, 40 an hour. */
const threeDays = (of: Place) =>
  insertSessions(of, 72 * 40, {
    start: `${midnight} + n * 90000`,
    audience: `iif(n % 3, '${of.audienceId}', null)`,
    campaign: "'c' || (n % 5)",
    others: "'o' || (n % 4)",
  });

describe('whole days (UTC) of old sessions', () => {
  test('are removed from lists, and their numbers stay', async () => {
    const of = await newPlace();
    await threeDays(of);
    await seal();
    const before = await dailyAnswers(of);
    // The day of `oldest` stays.
    expect(await remove(midnight + 2 * day - 1)).toBe(960);
    expect(await left(of)).toBe(1920);
    expect(await expectExactBlocks()).toBe(1920);
    expect(await dailyAnswers(of)).toEqual(before);
    expect(await remove(midnight + 2 * day)).toBe(960);
    expect(await left(of)).toBe(960);
    expect(await expectExactBlocks()).toBe(960);
    expect(await dailyAnswers(of)).toEqual(before);
    expect(await remove(midnight + 2 * day)).toBe(0);
    const { items, totalCount } = await sessions(of, `endDate=${at(midnight + 2 * day)}`);
    expect([items, totalCount]).toEqual([[], 0]);
  });

  test('that a range cuts have all of their visits in it, or none, and answers say until when', async () => {
    const of = await newPlace();
    await threeDays(of);
    await seal();
    await remove(midnight + day);
    const count = async (from: number, to: number) => {
      const range = `startDate=${at(from)}&endDate=${at(to)}`;
      const path = `/v0/pages/${of.pageId}/analytics`;
      const { items, wholeDaysBefore } = await get<AudienceAnalyticsList>(`${path}/audiences?${range}`);
      const series = await get<Timeseries>(`${path}/timeseries?interval=hour&${range}`);
      const found = await get<Breakdown>(`${path}/breakdown?by=utmCampaign&${range}`);
      const counts = [items, series.items, found.items].map((list) =>
        list.reduce((sum, { totalSessions }) => sum + totalSessions, 0),
      );
      expect(new Set(counts).size).toBe(1);
      expect([series.wholeDaysBefore, found.wholeDaysBefore]).toEqual([wholeDaysBefore, wholeDaysBefore]);
      return [counts[0], wholeDaysBefore];
    };
    const until = at(midnight + day);
    // Its visits count at noon.
    expect(await count(midnight, noon)).toEqual([0, undefined]);
    expect(await count(noon, noon + 1)).toEqual([960, until]);
    expect(await count(noon - 3_600_000, noon + 3_600_000)).toEqual([960, until]);
    expect(await count(noon + 1, midnight + day)).toEqual([0, undefined]);
    expect(await count(noon, midnight + day + 3_600_000)).toEqual([960 + 40, until]);
    // So does an answer that compares with it.
    const compared = `compareStartDate=${at(midnight)}&compareEndDate=${at(midnight + day)}`;
    const exact = `startDate=${at(midnight + day)}&endDate=${at(midnight + 2 * day)}`;
    const path = `/v0/pages/${of.pageId}/analytics/audiences`;
    const [alone, both] = [
      await get<AudienceAnalyticsList>(`${path}?${exact}`),
      await get<AudienceAnalyticsList>(`${path}?${exact}&${compared}`),
    ];
    expect([alone.wholeDaysBefore, both.wholeDaysBefore]).toEqual([undefined, until]);
    // A day that is not removed is exact, and says nothing.
    expect(await count(midnight + day + 90_000, midnight + day + 180_001)).toEqual([2, undefined]);
  });

  test('have no ids, and no times but that of the day', async () => {
    const of = await newPlace();
    await threeDays(of);
    await seal();
    await remove(midnight + 2 * day);
    for (const pageId of [of.pageId, '']) {
      const starts = new Set((await removedFacts(pageId)).map(([startedAt]) => startedAt));
      expect(starts).toEqual(new Set([noon, noon + day]));
    }
    const { results } = await env.DB.prepare('select * from session_blocks').all();
    expect(JSON.stringify(results)).not.toContain(`${of.pageId}-`);
    expect(await numberOf('select count(*) from audience_sessions')).toBe(960);
  });

  test('of many pages, and of more sessions than a block has, take several writes', async () => {
    const of = await newPlace();
    await threeDays(of);
    await insertSessions(of, 2500, { id: "'same'", start: `${noon + 5}`, campaign: "'c1'" });
    await insertOnPages(150, `${midnight} + n * 100000`);
    await seal();
    const before = await dailyAnswers(of);
    const total =
      (await numberOf(
        `select count(*) from audience_sessions where session_started_at < ${midnight + 2 * day}`,
      )) ?? 0;
    expect(await remove(midnight + 2 * day)).toBe(total);
    expect(await left(of)).toBe(960);
    await expectExactBlocks();
    expect(await removedFacts('')).toHaveLength(total);
    expect(await removedFacts('page_7')).toHaveLength(3);
    expect(await dailyAnswers(of)).toEqual(before);
  });
});

describe('an old session', () => {
  test('that waits, or is corrected, is sealed before it is removed', async () => {
    const of = await newPlace();
    await insertSessions(of, 3);
    expect(await remove(midnight + day)).toBe(3);
    await forgetSessions();
    await insertSessions(of, 3);
    await seal();
    await changeSessions(of, 'total_clicks_count = 5');
    const before = await analytics(of);
    expect(await remove(midnight + day)).toBe(3);
    expect([await left(of), await correctionsCount()]).toEqual([0, 0]);
    expect(await analytics(of)).toEqual(before);
  });

  test('that changes while it is removed stays until the next run', async () => {
    const [of, id] = [await newPlace(), newId()];
    const visit = (clicksCount: number) =>
      mergeVisits(db(), [messageOf(visitOf(id, { ...of, clicksCount }), noon + 10_500)]);
    await visit(1);
    await seal();
    // The first batch of three or more statements writes. This one does nothing, the next run goes on.
    const removal = failing('before', () => visit(4), 0);
    const budget = { writes: 1 };
    expect(await removeSessions(removal, midnight + day, later, { budget })).toBe(0);
    expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 4 }]);
    expect([await left(of), await correctionsCount()]).toEqual([1, 1]);
    expect(await remove(midnight + day)).toBe(1);
    expect(await left(of)).toBe(0);
    expect(await analytics(of)).toMatchObject([{ totalSessions: 1, avgInteractionsPerSession: 4 }]);
  });

  test('of a page that others are removed from is not lost when it comes meanwhile', async () => {
    const of = await newPlace();
    await insertSessions(of, 3);
    await seal();
    const come = () => insertSessions(of, 2, { id: "'late'", start: `${noon} - 5` });
    await remove(midnight + day, failing('before', come, 0));
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 5 }]);
    await remove(midnight + day);
    expect([await left(of), await expectExactBlocks()]).toEqual([0, 0]);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 5 }]);
  });

  test('is removed once by two crons, and when the answer is lost', async () => {
    const of = await newPlace();
    await threeDays(of);
    await seal();
    const before = await dailyAnswers(of);
    await Promise.all([remove(midnight + day), remove(midnight + day)]);
    expect(await left(of)).toBe(1920);
    expect(await dailyAnswers(of)).toEqual(before);
    await remove(midnight + 2 * day, failing('after', undefined, 0));
    expect([await left(of), await expectExactBlocks()]).toEqual([960, 960]);
    expect(await dailyAnswers(of)).toEqual(before);
  });

  test('that is sealed beside a removal counts once', async () => {
    const of = await newPlace();
    await threeDays(of);
    await seal();
    await insertSessions(of, 1500, { id: "'next'", start: `${midnight + 4 * day} + n` });
    const before = await answersOf(of);
    await Promise.all([remove(midnight + day), seal()]);
    await remove(midnight + day);
    await seal();
    expect([await left(of), await expectExactBlocks()]).toEqual([3420, 3420]);
    const numbers = (answers: unknown[]) => answers[0];
    expect(numbers(await answersOf(of))).toEqual(numbers(before));
  });
});
