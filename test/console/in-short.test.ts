import { describe, expect, test } from 'vitest';
import { tooClose } from '../../console/src/analytics/too-close.ts';
import {
  besideLastWeek,
  mostConverted,
  visitsInWords,
  weekIn,
} from '../../console/src/screens/overview/in-short-words.ts';

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

  test('has its days, and those of last week up to yesterday', () => {
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
  [312, 289, 'Without today, 8% more than last week.'],
  [270, 300, 'Without today, 10% fewer than last week.'],
  [300, 300, 'Without today, as many as in the same days of last week.'],
  [0, 0, 'Without today, as many as in the same days of last week.'],
  [1001, 1000, 'Without today, about as many as last week.'],
  [999, 1000, 'Without today, about as many as last week.'],
  [3000, 100, 'Without today, ×30 those of last week.'],
  // A percentage of few visits says little.
  [29, 40, 'Without today 29, after 40 last week.'],
  [40, 12, 'Without today 40, after 12 last week.'],
])('%i visits this week, and %i in the same days of the week before', (visits, before, words) =>
  expect(besideLastWeek({ visits: 400, whole: { visits, before }, lastWeek: 500 })).toBe(words),
);

test('on its first day a week is compared with nothing', () =>
  expect(besideLastWeek({ visits: 4, whole: undefined, lastWeek: 1500 })).toBe(
    'It begins today. Last week: 1,500.',
  ));

test('visits are counted in words', () =>
  expect([0, 1, 312].map(visitsInWords)).toEqual(['no visits yet', '1 visit', '312 visits']));

const audience = (name: string, conversionCount: number, totalSessions: number, more = {}) => ({
  ...{ name, conversionCount, totalSessions, pageId: 'page', archivedAt: null },
  ...more,
});

test('an audience has the most conversions of a list that has them all', () => {
  const few = [audience('none', 0, 500), audience('two', 2, 29), audience('three', 3, 29)];
  expect(mostConverted(few, 100)?.name).toBe('three');
  expect(mostConverted(few, 4)?.name).toBe('three');
  expect(mostConverted(few, 3)).toBeUndefined();
  expect(mostConverted([audience('none', 0, 500)], 100)).toBeUndefined();
  expect(mostConverted([], 100)).toBeUndefined();
});

test('an audience that is archived, or is gone, is not the one', () => {
  const archived = audience('archived', 30, 30, { archivedAt: '2026-11-01T00:00:00.000Z' });
  const gone = audience('gone', 30, 30, { pageId: undefined });
  expect(mostConverted([archived, gone, audience('live', 1, 40)], 100)?.name).toBe('live');
});

test('what may be chance is said in numbers', () => {
  const of = (conversionCount: number, totalSessions: number) => ({
    ...{ audienceId: 'audience_x', name: 'x', conversionCount, totalSessions },
  });
  expect(tooClose({ first: of(11, 154), against: of(4, 105) })).toBe(
    'too close to call: 11 of 154 against 4 of 105',
  );
});
