import { describe, expect, test } from 'vitest';
import { firstMoment } from '../../console/src/analytics/days.ts';
import { rangeOf } from '../../console/src/analytics/range.ts';

// Zone, day, and the first instant at which clocks there show it.
test.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-11', '2026-01-10T18:15:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00.000Z'],
  // Midnight is skipped: the day begins at 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  // 24:00 is 23:00 of the same day again: the next day begins an hour later.
  ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  // Two minutes of the day, then an hour of the day before.
  ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00.000Z'],
  // A day that was skipped begins with the next one.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  // 44 minutes and 30 seconds behind UTC.
  ['Africa/Monrovia', '1970-01-01', '1970-01-01T00:44:30.000Z'],
])('in %s, %s begins at %s', (zone, day, expected) => {
  expect(firstMoment(day, zone)).toBe(expected);
});

describe('a range', () => {
  const now = Date.parse('2026-03-30T12:34:56Z');
  const of = (query: Record<string, string>, at = now) => rangeOf({ zone: 'Europe/Berlin', ...query }, at);

  test('has instants, and the days that they are made from', () => {
    expect(of({ range: '7d' })).toMatchObject({
      firstDay: '2026-03-24',
      lastDay: '2026-03-30',
      startDate: '2026-03-23T23:00:00.000Z',
      endDate: '2026-03-30T22:00:00.000Z',
      // Seven days of the calendar, one of them with 23 hours in the range after it.
      before: { startDate: '2026-03-16T23:00:00.000Z', endDate: '2026-03-23T23:00:00.000Z' },
      // Until 14:30 of the same weekday, when Berlin still had winter time.
      elapsed: { startDate: '2026-03-16T23:00:00.000Z', endDate: '2026-03-23T13:30:00.000Z' },
    });
  });

  test('of days that one chooses ends with the last one', () => {
    expect(of({ from: '2026-03-29', to: '2026-03-29' })).toMatchObject({
      name: 'custom',
      firstDay: '2026-03-29',
      lastDay: '2026-03-29',
      startDate: '2026-03-28T23:00:00.000Z',
      endDate: '2026-03-29T22:00:00.000Z',
      // The Sunday before.
      elapsed: { startDate: '2026-03-21T23:00:00.000Z', endDate: '2026-03-22T23:00:00.000Z' },
    });
  });

  test('is compared until a time that clocks skipped, which is the change', () => {
    // 02:30 a week after.
    const at = Date.parse('2026-04-05T00:34:00Z');
    expect(of({ range: 'today' }, at).elapsed?.endDate).toBe('2026-03-29T01:00:00.000Z');
  });

  test('is compared with ten minutes in its first ten minutes, because the API takes no empty range', () => {
    const at = Date.parse('2026-03-29T22:05:00Z');
    expect(of({ range: 'today' }, at).elapsed).toEqual({
      startDate: '2026-03-22T23:00:00.000Z',
      endDate: '2026-03-22T23:10:00.000Z',
    });
  });

  test.each(['IST', '+05:30', 'Europe/Berlim'])('does not take %s, which the API refuses', (zone) => {
    expect(of({ zone }).zone).not.toBe(zone);
  });
});
