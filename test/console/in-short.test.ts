import { describe, expect, test } from 'vitest';
import { ComparisonWords } from '../../console/src/analytics/comparison-words.tsx';
import {
  besideLastWeek,
  mostConverted,
  visitsInWords,
  weekIn,
} from '../../console/src/screens/overview/in-short.tsx';
import { drawn } from './drawn.ts';

const zone = 'Europe/Berlin';
/** A step a day from a first day, each with one visit more than the one before. Days of Berlin in winter. */
const steps = (first: string, days: number) =>
  Array.from({ length: days }, (_, index) => ({
    start: new Date(Date.parse(`${first}T23:00:00Z`) + (index - 1) * 86_400_000).toISOString(),
    totalSessions: index + 1,
  }));
const byDay = { zone, interval: 'day' };

describe('the week in a series', () => {
  // 2026-11-25 is a Wednesday. It is still the 24th in New York.
  const wednesday = Date.parse('2026-11-25T01:00:00Z');
  const items = steps('2026-11-16', 10);

  test('has its days, and the days of last week up to yesterday', () => {
    expect(weekIn(items, byDay, 1, wednesday)).toEqual({
      visits: 8 + 9 + 10,
      whole: { visits: 8 + 9, before: 1 + 2 },
      lastWeek: 28,
    });
  });

  test('may begin on another day, and on today', () => {
    expect(weekIn(items, byDay, 3, wednesday)).toEqual({
      visits: 10,
      whole: undefined,
      lastWeek: 3 + 4 + 5 + 6 + 7 + 8 + 9,
    });
  });

  test('is not known from other steps, or from a series that begins later or ends earlier', () => {
    expect(weekIn(items, { zone, interval: 'hour' }, 1, wednesday)).toBeUndefined();
    expect(weekIn(items.slice(1), byDay, 1, wednesday)).toBeUndefined();
    expect(weekIn(items.slice(0, -1), byDay, 1, wednesday)).toBeUndefined();
    expect(weekIn([], byDay, 1, wednesday)).toBeUndefined();
  });
});

test.each([
  [312, 289, 'Excluding today, 8% more than last week.'],
  [270, 300, 'Excluding today, 10% fewer than last week.'],
  [300, 300, 'Excluding today, as many as in the same days of last week.'],
  [0, 0, 'Excluding today, as many as in the same days of last week.'],
  [1001, 1000, 'Excluding today, about as many as last week.'],
  [999, 1000, 'Excluding today, about as many as last week.'],
  [3000, 100, 'Excluding today, ×30 the visits of last week.'],
  // A percentage of few visits says little.
  [29, 40, 'Through yesterday: 29. In the same days of last week: 40.'],
  [40, 12, 'Through yesterday: 40. In the same days of last week: 12.'],
])('%i visits this week, and %i in the same days of the week before', (visits, before, words) =>
  expect(besideLastWeek({ visits: 400, whole: { visits, before }, lastWeek: 500 })).toBe(words),
);

test('on its first day a week is compared with nothing', () =>
  expect(besideLastWeek({ visits: 4, whole: undefined, lastWeek: 1500 })).toBe(
    'The week began today. Last week: 1,500.',
  ));

test('visits are counted in words', () =>
  expect([0, 1, 312].map(visitsInWords)).toEqual(['no visits yet', '1 visit', '312 visits']));

const audience = (name: string, conversionCount: number, totalSessions: number, more = {}) => ({
  name,
  conversionCount,
  totalSessions,
  pageId: 'page',
  archivedAt: null,
  ...more,
});

test('an audience has the most conversions of a list that has them all', () => {
  const few = [
    audience('none', 0, 500),
    audience('two', 2, 30),
    audience('three', 3, 30),
    audience('few visits', 9, 29),
  ];
  expect(mostConverted(few, 100)?.name).toBe('three');
  expect(mostConverted(few, 5)?.name).toBe('three');
  expect(mostConverted(few, 4)).toBeUndefined();
  expect(mostConverted([audience('none', 0, 500)], 100)).toBeUndefined();
  expect(mostConverted([], 100)).toBeUndefined();
});

test('an audience that is archived, or is gone, is not the one', () => {
  const archived = audience('archived', 30, 30, { archivedAt: '2026-11-01T00:00:00.000Z' });
  const gone = audience('gone', 30, 30, { pageId: undefined });
  expect(mostConverted([archived, gone, audience('live', 1, 40)], 100)?.name).toBe('live');
});

const comparison = (isMoreThanChance: boolean, names: [string, string] = ['Retail', 'Banks']) => {
  const of = (name: string, conversionCount: number, totalSessions: number) => ({
    audienceId: `audience_${name}`,
    name,
    conversionCount,
    totalSessions,
  });
  return {
    pageId: 'page_1',
    pageName: 'Pricing',
    comparedCount: 2,
    pValue: 0.3,
    isMoreThanChance,
    first: of(names[0], 1100, 15_400),
    against: of(names[1], 4, 105),
    startDate: null,
    endDate: null,
  };
};
const words = (props: Parameters<typeof ComparisonWords>[0]) => drawn(ComparisonWords(props));

describe('which audience converts best', () => {
  const when = 'this month';

  const close = 'Retail (1,100 of 15,400 visits) against Banks (4 of 105).';

  test.each([
    [false, false, `No clear winner on Pricing this month: ${close}`],
    [false, true, `No clear winner this month: ${close}`],
    [true, false, 'Retail converts best on Pricing this month: 7.1% (1,100 of 15,400 visits).'],
    [true, true, 'Retail converts best this month: 7.1% (1,100 of 15,400 visits).'],
  ])('by more than chance: %s, on the page itself: %s', (isMoreThanChance, isOnPage, said) =>
    expect(words({ comparison: comparison(isMoreThanChance), when, isOnPage }).text).toBe(said),
  );

  test('leads to the audiences and to the page', () => {
    expect(words({ comparison: comparison(false), when }).hrefs).toEqual([
      '#/pages/page_1?view=audiences',
      '#/pages/page_1/audiences/audience_Retail',
      '#/pages/page_1/audiences/audience_Banks',
    ]);
    expect(words({ comparison: comparison(true), when, isOnPage: true }).hrefs).toEqual([
      '#/pages/page_1/audiences/audience_Retail',
    ]);
  });
});
