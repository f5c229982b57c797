import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { Answer } from '../../../src/analytics/answer.ts';
import { blockOf } from '../../../src/analytics/block.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { startsByQuarters, totalsOf } from '../../../src/analytics/totals.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { quarterMs } from '../../../src/lib/range.ts';
import { startOf, textNames } from '../../../src/vocabulary/facts.ts';
import { measureCount } from '../../../src/vocabulary/measures.ts';
import { breakdownOf } from '../support/analytics.ts';
import { storedBlocks } from '../support/blocks.ts';
import { openTestDatabase } from '../support/client.ts';
import { anySessions, base, factsWith, key } from '../support/facts.ts';
import { newPlace, type Place } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { later, minute } from '../support/times.ts';

/** The answer about all sessions of a block after their end, by quarters of an hour. */
function answerOf(add: (answer: Answer) => void, first: number, last: number): number[][] {
  const start = Math.floor(first / quarterMs) * quarterMs;
  const count = Math.floor((last - start) / quarterMs) + 1;
  const boundaries = Array.from({ length: count + 1 }, (_, n) => start + n * quarterMs);
  const question = {
    pageId: 'page_x',
    boundaries,
    filters: {},
    by: undefined,
    now: Number.POSITIVE_INFINITY,
  };
  const answer = new Answer(question);
  add(answer);
  return answer.piecesOf(null).map((sums) => [...sums]);
}

test('the sums of quarters of an hour are those of the sessions', () => {
  const near = anySessions.map((all) => all.filter((facts) => startOf(facts) < base + 100 * quarterMs));
  fc.assert(
    fc.property(near, (all) => {
      fc.pre(all.length > 0);
      const row = storedBlock(key, all);
      fc.pre(row.sums !== null);
      const totals = totalsOf(row.sums ?? '', row.firstAt);
      const ofSessions = answerOf((answer) => answer.add(blockOf(row)), row.firstAt, row.lastAt);
      expect(answerOf((answer) => answer.addTotals(totals), row.firstAt, row.lastAt)).toEqual(ofSessions);
      expect(ofSessions.reduce((sum, [count = 0]) => sum + count, 0)).toBe(all.length);
    }),
  );
});

test('the sums of quarters of an hour say in which of them each session began', () => {
  const near = anySessions.map((all) => all.filter((facts) => startOf(facts) < base + 100 * quarterMs));
  fc.assert(
    fc.property(near, (all) => {
      fc.pre(all.length > 0);
      const { sums, firstAt, count } = storedBlock(key, all);
      fc.pre(sums !== null);
      const starts = startsByQuarters(sums ?? '', firstAt, count);
      const quarterOf = (at: number) => Math.floor(at / quarterMs);
      expect(Array.from(starts.subarray(0, count), (ms) => quarterOf(firstAt + ms))).toEqual(
        all.map((facts) => quarterOf(startOf(facts))),
      );
      expect(Math.min(...starts.subarray(0, count))).toBe(0);
    }),
  );
});

test('the sums of a block count in a range that begins before it, within the same quarter of an hour', () => {
  const all = Array.from({ length: 3 }, (_, n) => factsWith({ startedAt: base + 5 * minute + n }));
  const { sums, firstAt } = storedBlock(key, all);
  const countFrom = (start: number) => {
    const boundaries = [start, base + 60 * minute];
    const answer = new Answer({ pageId: '', boundaries, filters: {}, by: undefined, now: base });
    answer.addTotals(totalsOf(sums ?? '', firstAt));
    return answer.piecesOf(null)[0]?.[0];
  };
  expect([base, base + 4 * minute, base + 5 * minute].map(countFrom)).toEqual([3, 3, 3]);
});

// Blocks keep the sums of each text of a column. They answer a question about one column, without the sessions.
const campaigns = (of: Place, query = '') => breakdownOf(of, `by=utmCampaign&${query}`);
const ruin = (change: string) => env.DB.prepare(`update session_blocks set ${change}`).run();

async function sealedPlace(): Promise<Place> {
  await forgetSessions();
  const of = await newPlace();
  const campaign = "nullif('c' || (n % 12), 'c7')";
  await insertSessions(of, 1500, { campaign, audience: `iif(n % 2, '${of.audienceId}', null)` });
  await sealSessions(openTestDatabase(), later, { isForced: true });
  expect((await storedBlocks()).every(({ utmCampaignSums }) => utmCampaignSums !== null)).toBe(true);
  return of;
}

describe('the sums of texts', () => {
  test('answer a question about one column, and no other', async () => {
    const of = await sealedPlace();
    const queries = ['', 'query=c1', 'utmCampaign=c3&utmCampaign=c4', 'unknown=utmCampaign'];
    const before = await Promise.all(queries.map((query) => campaigns(of, query)));
    const ofAudience = await campaigns(of, `audienceId=${of.audienceId}`);
    await ruin("clicks = '=9'");
    expect(await Promise.all(queries.map((query) => campaigns(of, query)))).toEqual(before);
    expect(await campaigns(of, `audienceId=${of.audienceId}`)).not.toEqual(ofAudience);
  });

  test('do not count if a version that does not know them has written the block again', async () => {
    const of = await sealedPlace();
    const before = await campaigns(of);
    await ruin(`sums = '${measureCount}' || substr(sums, 6), utm_campaign_sums = '=9|' || utm_campaign_sums`);
    expect(await campaigns(of)).toEqual(before);
    await ruin(`sums = '${measureCount}+${textNames.length}' || substr(sums, 3)`);
    expect(await campaigns(of)).not.toEqual(before);
  });
});
