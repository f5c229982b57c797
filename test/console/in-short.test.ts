import { describe, expect, test } from 'vitest';
import {
  besideLastWeek,
  bestOf,
  hasAllLarge,
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
  conversionRate: conversionCount / totalSessions,
  ...more,
});

test('the best audience has the highest rate of 30 visits or more, or else the most conversions', () => {
  const few = [audience('two', 2, 29), audience('three', 3, 29), audience('none', 0, 500)];
  expect(bestOf(few, 100)?.name).toBe('three');
  expect(bestOf([...few, audience('low', 1, 300), audience('high', 3, 30)], 100)?.name).toBe('high');
  expect(bestOf([audience('none', 0, 500)], 100)).toBeUndefined();
  expect(bestOf([], 100)).toBeUndefined();
});

test('of a list that was cut off, none is said to have the most conversions', () => {
  const few = [audience('none', 0, 500), audience('three', 3, 29)];
  expect(bestOf(few, 3)?.name).toBe('three');
  expect(bestOf(few, 2)).toBeUndefined();
  expect(bestOf([audience('high', 3, 30), ...few], 3)?.name).toBe('high');
});

test('an audience that is archived, or is gone, is not the best', () => {
  const archived = audience('archived', 30, 30, { archivedAt: '2026-11-01T00:00:00.000Z' });
  const gone = audience('gone', 30, 30, { pageId: undefined });
  expect(bestOf([archived, gone, audience('live', 1, 40)], 100)?.name).toBe('live');
});

test('a list that was cut off has all large audiences if its last one is small', () => {
  const list = [audience('a', 1, 100), audience('b', 1, 31)];
  expect(hasAllLarge(list, 3)).toBe(true);
  expect(hasAllLarge(list, 2)).toBe(false);
  expect(hasAllLarge([...list, audience('c', 1, 29)], 3)).toBe(true);
});
