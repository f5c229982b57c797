import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import type { Timeseries } from '../../../src/analytics/schemas.ts';
import { breakdown } from '../../../src/analytics/store/breakdown.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import { largeTest } from '../../turns.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { newPlace, type Place, sessions } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, later, minute, noon } from '../support/times.ts';

// Answers are exact with any number of values and sessions. Each of these tests failed when sums were kept by value.

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const sealAll = () => sealSessions(db(), later, { isForced: true });
const at = (time: number) => new Date(time).toISOString();
const theDay = `startDate=${at(noon - day / 2)}&endDate=${at(noon + day / 2)}`;

async function breakdownOf({ pageId }: Place, query: string): Promise<Breakdown> {
  const { status, text, body } = await send<Breakdown>(
    'GET',
    `/v0/pages/${pageId}/analytics/breakdown?${query}`,
  );
  expect(status, text).toBe(200);
  return body;
}
async function countsOf({ pageId }: Place, query: string): Promise<number[]> {
  const path = `/v0/pages/${pageId}/analytics/timeseries?interval=day&${theDay}&${query}`;
  const { status, text, body } = await send<Timeseries>('GET', path);
  expect(status, text).toBe(200);
  return body.items.map(({ totalSessions }) => totalSessions);
}
const pairs = ({ items }: Pick<Breakdown, 'items'>) =>
  items.map(({ value, totalSessions }) => [value, totalSessions] as const);

/** Checks before any session is sealed, after some are, and after all are. */
async function atAnyTime(check: () => Promise<void>): Promise<void> {
  await check();
  await sealSome(db(), later, true);
  await check();
  await sealAll();
  await check();
}

test('300 campaigns in a day are all there, and the first 100 are those with most visits', async () => {
  const of = await newPlace();
  // Campaign n has a visit more in each round in which it is among the first.
  await insertSessions(of, 3000, { campaign: "'campaign ' || (n % (300 - n / 300 * 25))" });
  const visits = new Map<string, number>();
  for (let n = 0; n < 3000; n++) {
    const campaign = `campaign ${n % (300 - Math.floor(n / 300) * 25)}`;
    visits.set(campaign, (visits.get(campaign) ?? 0) + 1);
  }
  expect(visits.size).toBe(300);
  const expected = [...visits].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  await atAnyTime(async () => {
    const first = await breakdownOf(of, `by=utmCampaign&limit=100&${theDay}`);
    expect(pairs(first)).toEqual(expected.slice(0, 100));
    const rest = expected.slice(100).reduce((sum, [, count]) => sum + count, 0);
    expect(first.other?.totalSessions).toBe(rest);

    const all: (readonly [string | null, number])[] = [];
    const range = { start: noon - day / 2, end: noon + day / 2 };
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Breakdown = await breakdown(db(), {
        pageId: of.pageId,
        range,
        by: 'utmCampaign',
        filters: {},
        sort: '-totalSessions',
        limit: 70,
        cursor,
      });
      all.push(...pairs(page));
      cursor = page.nextCursor;
    }
    expect(all).toEqual(expected);

    expect(await countsOf(of, '')).toEqual([3000]);
    for (const [campaign, count] of [expected[0], expected[150], expected[299]] as [string, number][])
      expect(await countsOf(of, `utmCampaign=${encodeURIComponent(campaign)}`)).toEqual([count]);
  });
});

largeTest(1)('20 visits of a campaign are found among 10,000 values that somebody made up', async () => {
  const of = await newPlace();
  const madeUp = `'${'x'.repeat(100)}' || n`;
  await insertSessions(of, 10_000, { campaign: madeUp, others: madeUp });
  await insertSessions(of, 20, {
    id: "'real'",
    start: `${noon} + 3600000 + n`,
    campaign: "'newsletter'",
    others: "'newsletter'",
  });
  const check = async () => {
    for (const [by, value] of [
      ['utmCampaign', 'newsletter'],
      ['utmSource', 'newsletter'],
      ['landingPath', '/newsletter'],
    ]) {
      const { items, other } = await breakdownOf(of, `by=${by}&limit=1&${theDay}`);
      expect(items).toMatchObject([{ value, totalSessions: 20 }]);
      expect(other?.totalSessions).toBe(10_000);
      expect(await countsOf(of, `${by}=${value}`)).toEqual([20]);
    }
  };
  await atAnyTime(check);
});

test('a range that begins and ends within blocks has only its sessions, at every quarter of an hour', async () => {
  const of = await newPlace();
  // One every ten seconds, so that a quarter has 90 and a block has eleven quarters.
  await insertSessions(of, 3000, { campaign: "'campaign ' || (n % 3)", start: `${noon} + n * 10000` });
  const countBefore = (time: number) => Math.min(Math.max(Math.ceil((time - noon) / 10_000), 0), 3000);
  const inRange = (start: number, end: number) => countBefore(end) - countBefore(start);
  const quarter = 15 * minute;
  await atAnyTime(async () => {
    for (let start = noon - quarter; start < noon + 34 * quarter; start += quarter) {
      const [end, range] = [
        start + 10 * quarter,
        `startDate=${at(start)}&endDate=${at(start + 10 * quarter)}`,
      ];
      const count = inRange(start, end);
      const path = `/v0/pages/${of.pageId}/analytics/timeseries?interval=hour&${range}`;
      const filters = ['', '&utmCampaign=campaign 0&utmCampaign=campaign 1&utmCampaign=campaign 2'];
      const [list, { items }, ...series] = await Promise.all([
        sessions(of, `${range}&limit=1`),
        breakdownOf(of, `by=utmCampaign&${range}`),
        ...filters.map((filter) => send<Timeseries>('GET', `${path}${filter}`)),
      ]);
      expect(list.totalCount, range).toBe(count);
      expect(
        items.reduce((sum, { totalSessions }) => sum + totalSessions, 0),
        range,
      ).toBe(count);
      for (const [index, { body }] of series.entries()) {
        expect(
          body.items.map(({ totalSessions }) => totalSessions),
          `${range}${filters[index]}`,
        ).toEqual(
          body.items.map((item) =>
            inRange(Math.max(start, Date.parse(item.start)), Math.min(end, Date.parse(item.end))),
          ),
        );
      }
    }
  });
});
