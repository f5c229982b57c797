import { type Interval, intervals, mostSteps, stepsOf } from '../../../src/analytics/steps.ts';
import { day, hour } from '../support/times.ts';

/** The steps of a range: the first beginning, and the lengths of all steps in hours. */
function stepsIn(zone: string, interval: Interval, start: string, end: string) {
  const steps = stepsOf({ start: Date.parse(start), end: Date.parse(end) }, interval, zone) ?? [];
  const lengths = steps.slice(1).map((at, index) => (at - (steps[index] ?? Number.NaN)) / hour);
  return [new Date(steps[0] ?? Number.NaN).toISOString().replace(':00.000', ''), lengths];
}

describe('days of a time zone, which have 23 or 25 hours when clocks change', () => {
  test.each<[zone: string, start: string, end: string, first: string, lengths: number[]]>([
    ['UTC', '2026-03-28T23:59:59.999Z', '2026-03-29T00:00:00.001Z', '2026-03-28T00:00Z', [24, 24]],
    ['UTC', '2026-03-28T00:00Z', '2026-03-29T00:00Z', '2026-03-28T00:00Z', [24]],
    ['Europe/Berlin', '2026-03-28T12:00Z', '2026-03-30T12:00Z', '2026-03-27T23:00Z', [24, 23, 24]],
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-28T23:00Z', [23]],
    [
      'Europe/Berlin',
      '2026-03-28T22:59:59.999Z',
      '2026-03-29T22:00:00.001Z',
      '2026-03-27T23:00Z',
      [24, 23, 24],
    ],
    ['Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z', '2026-10-23T22:00Z', [24, 25, 24]],
    ['America/New_York', '2026-03-07T12:00Z', '2026-03-09T12:00Z', '2026-03-07T05:00Z', [24, 23, 24]],
    ['America/New_York', '2026-10-31T12:00Z', '2026-11-02T12:00Z', '2026-10-31T04:00Z', [24, 25, 24]],
    ['Asia/Kolkata', '2026-03-28T12:00Z', '2026-03-29T12:00Z', '2026-03-27T18:30Z', [24, 24]],
    ['Asia/Kathmandu', '2026-03-28T12:00Z', '2026-03-29T12:00Z', '2026-03-27T18:15Z', [24, 24]],
    ['Asia/Tehran', '2026-03-20T12:00Z', '2026-03-22T12:00Z', '2026-03-19T20:30Z', [24, 24, 24]],
    // Until 2022: 22 March began at 01:00, and 21 September had 23:00 to 24:00 twice.
    ['Asia/Tehran', '2022-03-21T12:00Z', '2022-03-22T12:00Z', '2022-03-20T20:30Z', [24, 23]],
    ['Asia/Tehran', '2022-09-21T12:00Z', '2022-09-22T12:00Z', '2022-09-20T19:30Z', [25, 24]],
    ['Australia/Lord_Howe', '2026-04-04T12:00Z', '2026-04-05T15:00Z', '2026-04-03T13:00Z', [24, 24.5, 24]],
    ['Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-04T15:00Z', '2026-10-02T13:30Z', [24, 23.5, 24]],
    ['America/Sao_Paulo', '2018-11-03T12:00Z', '2018-11-05T12:00Z', '2018-11-03T03:00Z', [24, 23, 24]],
    ['America/Sao_Paulo', '2019-02-16T12:00Z', '2019-02-17T12:00Z', '2019-02-16T02:00Z', [25, 24]],
    // The second 23:30 of 16 February.
    ['America/Sao_Paulo', '2019-02-17T02:30Z', '2019-02-17T03:00Z', '2019-02-16T02:00Z', [25]],
    ['Africa/Cairo', '2026-04-23T12:00Z', '2026-04-24T12:00Z', '2026-04-22T22:00Z', [24, 23]],
    ['Africa/Cairo', '2026-10-29T12:00Z', '2026-10-30T12:00Z', '2026-10-28T21:00Z', [25, 24]],
    ['Asia/Beirut', '2026-03-28T12:00Z', '2026-03-29T12:00Z', '2026-03-27T22:00Z', [24, 23]],
    ['Pacific/Apia', '2011-12-29T12:00Z', '2011-12-31T10:00Z', '2011-12-29T10:00Z', [24, 24]],
    // At 00:01 the clock goes back to 23:01: that hour belongs to the date that was shown first.
    ['America/St_Johns', '2010-11-07T03:00Z', '2010-11-07T03:01Z', '2010-11-07T02:30Z', [25]],
    ['America/Toronto', '1919-03-30T12:00Z', '1919-03-31T12:00Z', '1919-03-30T05:00Z', [23.5, 23.5]],
  ])('%s, %s to %s', (zone, start, end, first, lengths) => {
    expect(stepsIn(zone, 'day', start, end)).toEqual([first, lengths]);
  });
});

describe('hours of a time zone, of which one comes twice when clocks are set back', () => {
  test.each<[zone: string, start: string, end: string, first: string, lengths: number[]]>([
    ['Europe/Berlin', '2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T00:00Z', [1, 1]],
    ['Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T02:00Z', '2026-10-25T00:00Z', [1, 1]],
    ['America/New_York', '2026-11-01T05:10Z', '2026-11-01T07:10Z', '2026-11-01T05:00Z', [1, 1, 1]],
    ['Asia/Kolkata', '2026-01-01T00:00Z', '2026-01-01T01:00Z', '2025-12-31T23:30Z', [1, 1]],
    ['Asia/Kathmandu', '2026-01-01T00:15Z', '2026-01-01T01:16Z', '2026-01-01T00:15Z', [1, 1]],
    ['Asia/Tehran', '2022-03-21T20:00Z', '2022-03-21T21:00Z', '2022-03-21T19:30Z', [1, 1]],
    ['Australia/Lord_Howe', '2026-04-04T14:30Z', '2026-04-04T16:00Z', '2026-04-04T14:00Z', [1.5, 1]],
    ['Australia/Lord_Howe', '2026-04-04T15:15Z', '2026-04-04T15:30Z', '2026-04-04T14:00Z', [1.5]],
    ['Australia/Lord_Howe', '2026-10-03T14:00Z', '2026-10-03T16:30Z', '2026-10-03T13:30Z', [1, 1.5, 1]],
    ['Asia/Pyongyang', '2018-05-04T14:00Z', '2018-05-04T15:30Z', '2018-05-04T13:30Z', [1, 0.5, 1]],
    ['America/Sao_Paulo', '2019-02-17T01:00Z', '2019-02-17T04:00Z', '2019-02-17T01:00Z', [1, 1, 1]],
    ['Africa/Cairo', '2026-04-23T21:00Z', '2026-04-23T23:00Z', '2026-04-23T21:00Z', [1, 1]],
    ['Pacific/Apia', '2011-12-30T09:30Z', '2011-12-30T10:30Z', '2011-12-30T09:00Z', [1, 1]],
    ['America/St_Johns', '2010-11-07T02:00Z', '2010-11-07T04:00Z', '2010-11-07T01:30Z', [1, 1, 1]],
  ])('%s, %s to %s', (zone, start, end, first, lengths) => {
    expect(stepsIn(zone, 'hour', start, end)).toEqual([first, lengths]);
  });
});

describe('weeks from Monday, and months, of a time zone', () => {
  test.each<[zone: string, interval: Interval, start: string, end: string, first: string, days: number[]]>([
    ['UTC', 'week', '2026-01-01T00:00Z', '2026-01-05T00:00Z', '2025-12-29T00:00Z', [7]],
    ['UTC', 'week', '2026-01-04T23:59:59.999Z', '2026-01-05T00:00:00.001Z', '2025-12-29T00:00Z', [7, 7]],
    ['Europe/Berlin', 'week', '2026-03-23T12:00Z', '2026-03-30T12:00Z', '2026-03-22T23:00Z', [7 - 1 / 24, 7]],
    ['Europe/Berlin', 'week', '2026-10-25T22:00Z', '2026-10-25T23:00Z', '2026-10-18T22:00Z', [7 + 1 / 24]],
    ['Asia/Kolkata', 'week', '2026-01-04T18:30Z', '2026-01-04T18:31Z', '2026-01-04T18:30Z', [7]],
    ['Pacific/Apia', 'week', '2011-12-30T12:00Z', '2011-12-30T13:00Z', '2011-12-26T10:00Z', [6]],
    ['UTC', 'month', '2024-02-29T12:00Z', '2024-03-31T12:00Z', '2024-02-01T00:00Z', [29, 31]],
    ['UTC', 'month', '2026-01-31T12:00Z', '2026-03-01T00:00Z', '2026-01-01T00:00Z', [31, 28]],
    ['UTC', 'month', '2025-12-31T12:00Z', '2026-01-01T00:01Z', '2025-12-01T00:00Z', [31, 31]],
    ['Europe/Berlin', 'month', '2026-02-28T23:00Z', '2026-03-31T22:00Z', '2026-02-28T23:00Z', [31 - 1 / 24]],
    [
      'Europe/Berlin',
      'month',
      '2026-10-31T22:59Z',
      '2026-10-31T23:01Z',
      '2026-09-30T22:00Z',
      [31 + 1 / 24, 30],
    ],
    [
      'America/New_York',
      'month',
      '2026-11-01T03:59Z',
      '2026-11-01T04:01Z',
      '2026-10-01T04:00Z',
      [31, 30 + 1 / 24],
    ],
    ['Pacific/Apia', 'month', '2011-12-02T00:00Z', '2011-12-03T00:00Z', '2011-12-01T10:00Z', [30]],
    // 31 December 1994 was skipped.
    ['Pacific/Kiritimati', 'month', '1994-12-31T09:59Z', '1994-12-31T10:01Z', '1994-12-01T10:00Z', [30, 31]],
    ['UTC', 'month', '0004-02-29T12:00Z', '0004-02-29T13:00Z', '0004-02-01T00:00Z', [29]],
  ])('%s by %s, %s to %s', (zone, interval, start, end, first, days) => {
    const [beginning, lengths] = stepsIn(zone, interval, start, end);
    expect([beginning, lengths]).toEqual([first, days.map((length) => Math.round(length * 24))]);
  });
});

describe('at most 1,000 steps', () => {
  const lengths: Record<Interval, number> = { hour, day, week: 7 * day, month: 31 * day };
  const monday = Date.UTC(2001, 0, 1);

  test.each(intervals)('by %s', (interval) => {
    const end = interval === 'month' ? Date.UTC(2001, mostSteps) : monday + mostSteps * lengths[interval];
    expect(stepsOf({ start: monday, end }, interval, 'UTC')).toHaveLength(mostSteps + 1);
    expect(stepsOf({ start: monday, end: end + 1 }, interval, 'UTC')).toBe(undefined);
    expect(stepsOf({ start: monday - 1, end }, interval, 'UTC')).toBe(undefined);
    expect(stepsOf({ start: 0, end: Date.UTC(9999, 11, 31) }, interval, 'Europe/Berlin')).toBe(undefined);
    expect(stepsOf({ start: -8e13, end: Date.UTC(9999, 11, 31) }, interval, 'Europe/Berlin')).toBe(undefined);
  });

  test('an empty range has none', () => {
    for (const interval of intervals) {
      expect(stepsOf({ start: 5, end: 5 }, interval, 'Europe/Berlin')).toEqual([]);
      expect(stepsOf({ start: 6, end: 5 }, interval, 'Europe/Berlin')).toEqual([]);
    }
  });
});
