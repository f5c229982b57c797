import { afterEach, expect, test } from 'vitest';
import { periodOf } from '../../console/src/kit/timeline.tsx';
import { dayAndTime } from '../../console/src/lib/format.ts';
import { go } from '../../console/src/nav/router.ts';
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

afterEach(() => go('#/'));

test.each([
  ['Pacific/Kiritimati', 'Today', '01:00', '25 Nov 2026, 01:00'],
  ['UTC', 'Yesterday', '11:00', '24 Nov 2026, 11:00'],
  ['Pacific/Pago_Pago', 'Today', '00:00', '24 Nov 2026, 00:00'],
])(
  'a timeline beside a range in %s has the days of that zone, as the facts beside it',
  (zone, label, time, fact) => {
    const at = '2026-11-24T11:00:00Z';
    go(`#/persons?zone=${zone}`);
    const period = periodOf(at, new Date('2026-11-25T09:59:00Z'));
    expect([period.label, period.timeOf(at), dayAndTime(at)]).toEqual([label, time, fact]);
  },
);

test('the last week of a timeline begins and ends in the zone of the range', () => {
  go('#/persons?zone=Pacific/Kiritimati');
  // A Monday there, and a Sunday in UTC.
  const sunday = new Date('2026-11-22T11:00:00Z');
  expect(periodOf('2026-11-22T09:59:00Z', sunday).label).toBe('Yesterday');
  expect(periodOf('2026-11-21T09:59:00Z', sunday).label).toBe('Last week, Mon 16 Nov – Sun 22 Nov');
  expect(periodOf('2026-11-15T09:59:00Z', sunday).label).toBe('Nov 2026');
});
