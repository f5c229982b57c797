import type { Breakdown, Breakdowns } from '../../../src/analytics/breakdown-schemas.ts';
import type {
  AudienceAnalyticsList,
  PageAnalyticsList,
  Timeseries,
  WorkspaceAudienceList,
  WorkspaceTimeseries,
} from '../../../src/analytics/schemas.ts';
import { sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Figures } from '../../../src/vocabulary/measures.ts';
import { inTurn } from '../../turns.ts';
import { get, rangeOf, tripsOf } from '../support/analytics.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { newPlace, type Place } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, later, noon } from '../support/times.ts';

// An answer with a compared range has the numbers that the same request has for that range.

const [middle, end] = [noon, noon + 2 * day];
const now = rangeOf(middle, end);
// Of another length, and with an end within a quarter of an hour.
const before = rangeOf(noon - 3 * day, middle - 1234);
const compare = rangeOf(noon - 3 * day, middle - 1234, ['compareStartDate', 'compareEndDate']);

let place: Place;
let second: Place;

beforeAll(async () => {
  await forgetSessions();
  place = await newPlace();
  second = await newPlace();
  const hours = (every: number) => `${noon - 3 * day} + n * ${(every * day) / 24}`;
  await insertSessions(place, 400, {
    start: hours(0.3),
    audience: `case n % 3 when 0 then '${place.audienceId}' when 1 then '${second.audienceId}' end`,
    campaign: "'campaign ' || (n % 13)",
    others: "case n % 4 when 0 then null else 'value ' || (n % 7) end",
  });
  await insertSessions(second, 90, { start: hours(1.1), id: "'second'" });
  await sealSome(openTestDatabase(), later, true);
  // Some sessions have changed since their block was written, and some are in no block.
  await changeSessions(place, 'questions_asked_count = 4', 'session_started_at % 3 = 0');
  await insertSessions(place, 60, { start: hours(1.5), id: "'late'", campaign: "'campaign 5'" });
});

const ofPage = (path: string) => `/v0/pages/${place.pageId}/analytics/${path}`;
const filters = ['', 'utmCampaign=campaign%201&utmCampaign=campaign%205', 'unknown=referrer'];

interface ItemList extends Pick<PageAnalyticsList, 'total' | 'comparedTotal'> {
  items: (Figures & { pageId?: string; audienceId?: string; compared?: Figures })[];
}

describe.each(inTurn(filters))('a comparison with the period before, with the filters "%s"', (filter) => {
  const ask = <T>(path: string, ...range: string[]) => get<T>(`${path}&${[...range, filter].join('&')}`);

  test.each([
    ['a page', () => ofPage('timeseries?interval=day&timezone=Asia/Kathmandu')],
    ['an audience', () => ofPage(`timeseries?interval=hour&audienceId=${place.audienceId}`)],
    ['the workspace', () => '/v0/analytics/timeseries?interval=week'],
  ])('a series of %s has the series of the compared range', async (_what, path) => {
    const [both, one, other] = [
      await ask<Timeseries | WorkspaceTimeseries>(path(), now, compare),
      await ask<Timeseries>(path(), now),
      await ask<Timeseries>(path(), before),
    ];
    const { compared, ...rest } = both;
    expect(rest).toEqual(one);
    expect(compared).toEqual({ items: other.items, total: other.total });
    expect(other.total.totalSessions).toBeGreaterThan(0);
  });

  test.each<[what: string, path: () => string, all?: () => string]>([
    ['pages', () => '/v0/analytics/pages?'],
    ['audiences', () => '/v0/analytics/audiences?'],
    ['audiences of a page', () => ofPage('audiences?'), () => ofPage('audiences?limit=100')],
    ['first audience of a page', () => ofPage('audiences?limit=1'), () => ofPage('audiences?limit=100')],
    ['sorted audiences of a page', () => ofPage('audiences?sort=-conversionCount')],
  ])('each of the %s has its numbers in the compared range', async (_what, path, all = path) => {
    const both = await ask<ItemList>(path(), now, compare);
    const [one, other] = [await ask<ItemList>(path(), now), await ask<ItemList>(all(), before)];
    const { comparedTotal, ...rest } = both;
    expect({ ...rest, items: both.items.map(({ compared: _, ...item }) => item) }).toEqual(one);
    expect(comparedTotal).toEqual(other.total);
    for (const { pageId, audienceId, compared } of both.items) {
      const found = other.items.find((item) => item.pageId === pageId && item.audienceId === audienceId);
      if (found) expect(found).toMatchObject(compared ?? {});
      if (pageId ?? audienceId) expect(compared?.totalSessions).toBe(found?.totalSessions ?? 0);
    }
  });

  test('audiences of all pages have the numbers of each page by itself, and others', async () => {
    const one = await ask<WorkspaceAudienceList>('/v0/analytics/audiences?', now);
    const alone = await ask<AudienceAnalyticsList>(ofPage('audiences?limit=100'), now);
    for (const { audienceId, ...figures } of alone.items)
      expect(one.items.find((item) => item.audienceId === audienceId)).toMatchObject(figures);
    const items = one.items.reduce((sum, { totalSessions }) => sum + totalSessions, 0);
    expect(items + (one.other?.totalSessions ?? 0)).toBe(one.total.totalSessions);
  });

  test.each(['page', 'workspace'])('several dimensions of a %s are each as a breakdown', async (what) => {
    const root = (path: string) => (what === 'page' ? ofPage(path) : `/v0/analytics/${path}`);
    const by = ['utmCampaign', 'referrer', 'device', 'utmTerm'];
    const question = `${by.map((name) => `by=${name}`).join('&')}&limit=3&sort=-conversionCount`;
    const all = await ask<Breakdowns>(root(`breakdowns?${question}`), now, compare);
    expect(all.breakdowns.map(({ by }) => by)).toEqual(by);
    for (const { by: name, ...found } of all.breakdowns) {
      const path = root(`breakdown?by=${name}&sort=-conversionCount`);
      expect(found).toEqual(await ask<Breakdown>(`${path}&limit=3`, now, compare));
      const plain = await ask<Breakdown>(`${path}&limit=3`, now);
      expect(found.items.map(({ compared: _, ...item }) => item)).toEqual(plain.items);
      const total = await ask<WorkspaceTimeseries>(root('timeseries?interval=month'), before);
      expect(found.comparedTotal).toEqual(total.total);
      expect([found.hasMore, found.nextCursor, found.other]).toEqual([
        plain.hasMore,
        plain.nextCursor,
        plain.other,
      ]);
      const other = await ask<Breakdown>(`${path}&limit=100`, before);
      for (const { value, compared } of found.items) {
        const item = other.items.find((one) => one.value === value);
        if (item) expect({ value, ...compared }).toEqual(item);
        else expect(compared?.totalSessions).toBe(0);
      }
      if (found.nextCursor)
        expect((await ask<Breakdown>(`${path}&limit=3&cursor=${found.nextCursor}`, now)).items).not.toEqual(
          plain.items,
        );
    }
    const trips = await tripsOf(`${root(`breakdowns?${question}`)}&${now}&${compare}&${filter}`);
    // Each question with a filter reads one more column of texts of the sessions that are in no block.
    expect(trips).toBeLessThanOrEqual(filter === '' ? 1 : 1 + by.length);
  });
});

test.each([
  ['one end', 'compareStartDate=2026-01-01T00:00:00Z', 'compareEndDate', 'required'],
  ['the other end', 'compareEndDate=2026-01-01T00:00:00Z', 'compareStartDate', 'required'],
  [
    'an end before its start',
    'compareStartDate=2026-01-02T00:00:00Z&compareEndDate=2026-01-01T00:00:00Z',
    'compareEndDate',
    'invalid_value',
  ],
  [
    'more than 400 days',
    'compareStartDate=2025-01-01T00:00:00Z&compareEndDate=2026-06-01T00:00:00Z',
    'compareEndDate',
    'invalid_value',
  ],
  [
    'too many steps',
    'compareStartDate=2026-01-01T00:00:00Z&compareEndDate=2026-06-01T00:00:00Z',
    'compareEndDate',
    'too_large',
  ],
])(
  'a compared range (compareStartDate, compareEndDate) with %s is refused',
  async (_what, query, path, code) => {
    const { status, body } = await send<{ errors: { path: string; code: string }[] }>(
      'GET',
      ofPage(`timeseries?interval=hour&${now}&${query}`),
    );
    expect([status, body.errors.map((error) => [error.path, error.code])]).toEqual([400, [[path, code]]]);
  },
);
