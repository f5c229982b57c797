import { expect, test } from 'vitest';
import { bestOf } from '../../console/src/screens/overview/in-short-data.ts';
import { besideLastWeek, visitsInWords } from '../../console/src/screens/overview/in-short-words.ts';

test.each([
  [312, undefined, ''],
  [312, 289, ', 8% more than last week by this time'],
  [270, 300, ', 10% fewer than last week by this time'],
  [300, 300, ', as many as last week by this time'],
  [0, 0, ', as many as last week by this time'],
  [3000, 100, ', ×30 those of last week by this time'],
  // A percentage of few visits says little.
  [29, 40, '. Last week 40 by this time'],
  [40, 12, '. Last week 12 by this time'],
  [0, 12, '. Last week 12 by this time'],
])('%i visits this week, and %s in the week before', (visits, before, words) =>
  expect(besideLastWeek(visits, before)).toBe(words),
);

test('visits are counted in words', () =>
  expect([0, 1, 312].map(visitsInWords)).toEqual(['no visits yet', '1 visit', '312 visits']));

const audience = (name: string, conversionCount: number, totalSessions: number) => ({
  ...{ name, conversionCount, totalSessions },
  conversionRate: conversionCount / totalSessions,
});

test('the best audience has the highest rate of 30 visits or more, or else the most conversions', () => {
  const few = [audience('two', 2, 29), audience('three', 3, 29), audience('none', 0, 500)];
  expect(bestOf(few)?.name).toBe('three');
  expect(bestOf([...few, audience('low', 1, 300), audience('high', 3, 30)])?.name).toBe('high');
  expect(bestOf([audience('none', 0, 500)])).toBeUndefined();
  expect(bestOf([])).toBeUndefined();
});
