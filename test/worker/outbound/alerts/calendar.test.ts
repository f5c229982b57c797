import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import { dateOf, dayOf, lastDueAt, nextDueAt, startOfDay } from '../../../../src/outbound/alerts/calendar.ts';
import type { AlertCondition } from '../../../../src/vocabulary/conditions.ts';
import { dateIn } from '../../models/alerts/calendar.ts';

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Pacific/Chatham'],
  // Clocks are set forth at midnight; and back at midnight, so that an hour of the day before comes again.
  ...['Africa/Cairo', 'America/Asuncion', 'Asia/Beirut'],
];

describe.each(zones)('a day of %s', (zone) => {
  test('begins once, and has all instants until the next', () => {
    for (let at = Date.UTC(2023, 0, 1, 5, 7); at < Date.UTC(2024, 3, 1); at += 37 * minuteMs) {
      const day = dayOf(at, zone);
      expect(startOfDay(day, zone)).toBeLessThanOrEqual(at);
      expect(startOfDay(day + 1, zone)).toBeGreaterThan(at);
      // Only in an hour that comes again is the date of the clock another.
      if (startOfDay(day, zone) <= at - hourMs) expect(dateOf(day)).toBe(dateIn(at, zone));
    }
  });
});

const daily: AlertCondition = {
  type: 'conversions_changed',
  pageId: 'x',
  direction: 'any',
  percent: 1,
  minVisits: 1,
};
const weekly: AlertCondition = { type: 'weekly_report', pageId: null };
const at = (text: string) => Date.parse(`${text}Z`);

test.each<[string, AlertCondition, string, string, string]>([
  ['each day at 1:00', daily, 'UTC', '2026-03-04T00:59:59', '2026-03-04T01:00:00'],
  ['on the next day', daily, 'UTC', '2026-03-04T01:00', '2026-03-05T01:00'],
  ['by the clock of the zone', daily, 'Asia/Kolkata', '2026-03-04T00:00', '2026-03-04T19:30'],
  [
    'at the change of a clock that skips 1:00',
    daily,
    'Europe/London',
    '2026-03-28T12:00',
    '2026-03-29T01:00',
  ],
  ['at the first of two', daily, 'Europe/London', '2026-10-24T12:00', '2026-10-25T00:00'],
  ['and not at the second of two', daily, 'Europe/London', '2026-10-25T00:00', '2026-10-26T01:00'],
  ['on Monday at 8:00', weekly, 'UTC', '2026-03-03T00:00', '2026-03-09T08:00'],
  ['on a Monday before 8:00', weekly, 'UTC', '2026-03-09T07:59', '2026-03-09T08:00'],
  ['a week later', weekly, 'UTC', '2026-03-09T08:00', '2026-03-16T08:00'],
  ['in summer', weekly, 'Europe/Berlin', '2026-03-28T00:00', '2026-03-30T06:00'],
  ['where it is Monday already', weekly, 'Pacific/Auckland', '2026-03-07T00:00', '2026-03-08T19:00'],
])('an alert is due %s', (_, condition, zone, after, due) => {
  expect(nextDueAt(condition, zone, at(after))).toBe(at(due));
});

test('an alert that visits fire is never due', () => {
  expect(nextDueAt({ type: 'link_opened', personIds: null }, 'UTC', 0)).toBe(null);
});

test('the last time that an alert was due is between two times, both included', () => {
  const [monday, next] = [at('2026-03-09T08:00'), at('2026-03-16T08:00')];
  const last = (from: number, now: number) => lastDueAt(weekly, 'UTC', from, now);
  expect([last(monday, monday), last(monday, next - 1), last(monday - dayMs, next)]).toEqual([
    monday,
    monday,
    next,
  ]);
  expect([last(monday + 1, next - 1), last(next, monday)]).toEqual([undefined, undefined]);
});

test('a day that has begun goes on when the clock is set back to the day before', () => {
  // In Newfoundland, clocks were set back from 0:01 to 23:01.
  const zone = 'America/St_Johns';
  const days = ['02:29:59', '02:30:00', '02:31:00', '03:29:00'].map((time) =>
    dateOf(dayOf(at(`2010-11-07T${time}`), zone)),
  );
  expect(days).toEqual(['2010-11-06', '2010-11-07', '2010-11-07', '2010-11-07']);
});
