import { describe, expect, test } from 'vitest';
import { firstMoment } from '../../console/src/analytics/days.ts';
import { rangeOf } from '../../console/src/analytics/range.ts';

// `instantOf` has the changes of clocks in test/worker/lib/time-zone.test.ts.
test.each([
  ['2026-03-29', '00:00', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', '12:00', '2026-03-29T10:00:00.000Z'],
])('in Berlin, %s has %s at %s', (day, time, instant) => {
  expect(firstMoment(day, 'Europe/Berlin', time)).toBe(instant);
  if (time === '00:00') expect(firstMoment(day, 'Europe/Berlin')).toBe(instant);
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
