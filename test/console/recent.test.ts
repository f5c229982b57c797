import { expect, test } from 'vitest';
import { recentOf } from '../../console/src/screens/timeline/what-happened.tsx';

/** A Wednesday. Last week began on Monday, 16 November, in the zone of the tests. */
const now = new Date(2026, 10, 25, 12);
const daysAgo = (days: number) => ({ at: new Date(2026, 10, 25 - days, 9).toISOString() });

test('all of this week and of last week is shown', () => {
  const items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(daysAgo);
  expect(recentOf([...items, daysAgo(10), daysAgo(30)], now)).toEqual(items);
});

test('of one to whom little happened lately the latest six are shown', () => {
  const items = [1, 20, 30, 40, 50, 60, 70, 80].map(daysAgo);
  expect(recentOf(items, now)).toEqual(items.slice(0, 6));
  expect(recentOf(items.slice(0, 2), now)).toEqual(items.slice(0, 2));
  expect(recentOf([], now)).toEqual([]);
});
