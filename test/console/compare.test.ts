import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spanInWords } from '../../console/src/analytics/compare.ts';
import { type Range, rangeOf, ranges } from '../../console/src/analytics/range.ts';

const names = Object.keys(ranges);

/** The first and the last day of a span of a zone, as its clocks show them. */
function daysOf(span: { startDate: string; endDate: string }, zone: string): string {
  const day = (time: number) => new Date(time).toLocaleDateString('sv-SE', { timeZone: zone });
  return `${day(Date.parse(span.startDate))} ${day(Date.parse(span.endDate) - 1)}`;
}

/** The days of a range, and those that it is compared with. */
function read(query: Record<string, string>, now: string, weekday = 1): string[] {
  const { zone, before, ...range } = rangeOf({ zone: 'Europe/Berlin', ...query }, Date.parse(now), weekday);
  return [daysOf(range, zone), before ? daysOf(before, zone) : 'nothing'];
}

// Berlin has 14:20. Date, range, its days, and the days that it is compared with.
test.each([
  // A Tuesday. Days are compared with the same weekdays.
  ['2026-11-24', 'today', '2026-11-24 2026-11-24', '2026-11-17 2026-11-17'],
  ['2026-11-24', 'yesterday', '2026-11-23 2026-11-23', '2026-11-16 2026-11-16'],
  ['2026-11-24', '7d', '2026-11-18 2026-11-24', '2026-11-11 2026-11-17'],
  ['2026-11-24', '30d', '2026-10-26 2026-11-24', '2026-09-21 2026-10-20'],
  ['2026-11-24', '90d', '2026-08-27 2026-11-24', '2026-05-28 2026-08-25'],
  // Weeks, months and years with those before.
  ['2026-11-24', 'week', '2026-11-23 2026-11-24', '2026-11-16 2026-11-17'],
  ['2026-11-24', 'last-week', '2026-11-16 2026-11-22', '2026-11-09 2026-11-15'],
  ['2026-11-24', 'month', '2026-11-01 2026-11-24', '2026-10-01 2026-10-24'],
  ['2026-11-24', 'last-month', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30'],
  ['2026-11-24', '12m', '2025-12-01 2026-11-30', '2024-12-01 2025-11-30'],
  ['2026-11-24', 'year', '2026-01-01 2026-11-24', '2025-01-01 2025-11-24'],
  // The first day of a week, a month and a year.
  ['2026-11-23', 'week', '2026-11-23 2026-11-23', '2026-11-16 2026-11-16'],
  ['2027-03-01', 'month', '2027-03-01 2027-03-01', '2027-02-01 2027-02-01'],
  ['2027-03-01', 'last-month', '2027-02-01 2027-02-28', '2027-01-01 2027-01-31'],
  ['2027-01-01', 'year', '2027-01-01 2027-01-01', '2026-01-01 2026-01-01'],
  // Weeks over new year.
  ['2027-01-02', 'week', '2026-12-28 2027-01-02', '2026-12-21 2026-12-26'],
  ['2027-01-04', 'last-week', '2026-12-28 2027-01-03', '2026-12-21 2026-12-27'],
  ['2027-01-15', 'last-month', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30'],
  // Months of 28 to 31 days.
  ['2027-03-30', 'month', '2027-03-01 2027-03-30', '2027-02-01 2027-02-28'],
  ['2028-03-30', 'month', '2028-03-01 2028-03-30', '2028-02-01 2028-02-29'],
  ['2028-03-15', 'last-month', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31'],
  ['2028-02-29', 'year', '2028-01-01 2028-02-29', '2027-01-01 2027-02-28'],
  ['2028-02-29', '12m', '2027-03-01 2028-02-29', '2026-03-01 2027-02-28'],
  ['2029-02-15', '12m', '2028-03-01 2029-02-28', '2027-03-01 2028-02-29'],
  // Clocks change in the range, and in what it is compared with.
  ['2026-03-29', 'today', '2026-03-29 2026-03-29', '2026-03-22 2026-03-22'],
  ['2026-04-05', 'last-week', '2026-03-23 2026-03-29', '2026-03-16 2026-03-22'],
  ['2026-10-31', '7d', '2026-10-25 2026-10-31', '2026-10-18 2026-10-24'],
])('on %s, %s has the days %s, compared with %s', (date, range, ...days) => {
  expect(read({ range }, `${date}T13:20:00Z`)).toEqual(days);
});

// The first day of the week, the date, and the days of this week.
test.each([
  [1, '2026-11-22', '2026-11-16 2026-11-22'],
  [7, '2026-11-22', '2026-11-22 2026-11-22'],
  [6, '2026-11-22', '2026-11-21 2026-11-22'],
  [7, '2026-11-28', '2026-11-22 2026-11-28'],
  [6, '2026-11-20', '2026-11-14 2026-11-20'],
])('where weeks begin on day %i, the week of %s has the days %s', (weekday, date, days) => {
  expect(read({ range: 'week' }, `${date}T12:00:00Z`, weekday)[0]).toBe(days);
});

const custom = (compareFrom: string, compareTo: string) => ({ compare: 'custom', compareFrom, compareTo });

// Days, the comparison, and the days that they are compared with.
test.each([
  ['2026-10-01 2026-10-31', {}, '2026-08-27 2026-09-26'],
  ['2026-10-01 2026-10-31', { compare: 'previous' }, '2026-08-31 2026-09-30'],
  ['2026-10-01 2026-10-31', { compare: 'year' }, '2025-10-01 2025-10-31'],
  ['2026-10-01 2026-10-31', { compare: 'off' }, 'nothing'],
  ['2026-10-01 2026-10-31', { compare: 'anything' }, '2026-08-27 2026-09-26'],
  ['2026-10-01 2026-10-31', custom('2026-05-01', '2026-05-09'), '2026-05-01 2026-05-09'],
  ['2026-10-01 2026-10-07', custom('2026-05-01', '2026-06-30'), '2026-05-01 2026-06-30'],
  // A chart of hours has room for as many as the range has.
  ['2026-10-01 2026-10-01', custom('2026-05-01', '2026-06-30'), '2026-05-01 2026-05-01'],
  // Days in the wrong order, and none.
  ['2026-10-01 2026-10-07', custom('2026-05-09', '2026-05-01'), '2026-09-24 2026-09-30'],
  ['2026-10-01 2026-10-07', { compare: 'custom' }, '2026-09-24 2026-09-30'],
  // The year before has no such day, or one more.
  ['2028-02-29 2028-02-29', { compare: 'year' }, '2027-02-28 2027-02-28'],
  ['2028-02-01 2028-02-29', { compare: 'year' }, '2027-02-01 2027-02-28'],
  ['2029-02-01 2029-02-28', { compare: 'year' }, '2028-02-01 2028-02-29'],
  ['2029-02-28 2029-02-28', { compare: 'year' }, '2028-02-28 2028-02-28'],
  // Four hundred days, the most there are.
  ['2025-09-01 2026-10-05', {}, '2024-07-22 2025-08-25'],
])('%s with %o are compared with %s', (days, query, expected) => {
  const [from = '', to = ''] = days.split(' ');
  expect(read({ from, to, ...query }, '2030-01-01T00:00:00Z')).toEqual([days, expected]);
});

test('a month is compared with the month before, or with its weekdays', () => {
  const of = (compare: string) => read({ range: 'month', compare }, '2026-11-25T13:20:00Z')[1];
  expect(of('')).toBe('2026-10-01 2026-10-25');
  expect(of('weekday')).toBe('2026-10-04 2026-10-28');
});

describe('while a range is not over, figures are compared', () => {
  const until = (query: Record<string, string>, now: string) =>
    rangeOf({ zone: 'Europe/Berlin', ...query }, Date.parse(now)).elapsed?.endDate;
  // The range, now, and the end of what its figures are compared with.
  test.each([
    [{ range: 'month' }, '2026-11-24T13:27:00Z', '2026-10-24T12:20:00.000Z'],
    // February has no such day: all of it.
    [{ range: 'month' }, '2027-03-30T12:27:00Z', '2027-02-28T23:00:00.000Z'],
    // Not the first of March, although a leap year has one more day until then.
    [{ range: 'year' }, '2028-08-01T12:27:00Z', '2027-08-01T12:20:00.000Z'],
    [{ range: 'year' }, '2028-02-29T12:27:00Z', '2027-02-28T23:00:00.000Z'],
    [{ range: '12m' }, '2026-11-24T13:27:00Z', '2025-11-24T13:20:00.000Z'],
    [{ range: '30d', compare: 'year' }, '2026-11-24T13:27:00Z', '2025-11-24T13:20:00.000Z'],
    [{ range: 'today', compare: 'previous' }, '2026-11-24T13:27:00Z', '2026-11-23T13:20:00.000Z'],
  ])('%o at %s until %s', (query, now, expected) => {
    expect(until(query, now)).toBe(expected);
  });

  test('with as many of the days that were chosen, or all if there are fewer', () => {
    const compared = (to: string) =>
      until({ range: 'month', ...custom('2026-05-01', to) }, '2026-11-24T13:27:00Z');
    expect(compared('2026-05-31')).toBe('2026-05-24T12:20:00.000Z');
    expect(compared('2026-05-09')).toBe('2026-05-09T22:00:00.000Z');
  });
});

test('figures of a range that is over are compared with all days that were chosen', () => {
  const range = rangeOf(
    { zone: 'UTC', range: 'yesterday', ...custom('2026-05-01', '2026-05-31') },
    Date.parse('2026-11-24T13:27:00Z'),
  );
  expect(range).toMatchObject({
    before: { startDate: '2026-05-01T00:00:00.000Z', endDate: '2026-05-02T00:00:00.000Z' },
    elapsed: { startDate: '2026-05-01T00:00:00.000Z', endDate: '2026-06-01T00:00:00.000Z' },
    isPart: false,
  });
});

const zones = Intl.supportedValuesOf('timeZone');
const someRange = fc.record({
  zone: fc.constantFrom(...zones),
  range: fc.constantFrom(...names),
  compare: fc.constantFrom('', 'weekday', 'previous', 'year'),
  now: fc.date({ min: new Date('2014-01-01'), max: new Date('2036-12-31'), noInvalidDate: true }),
  weekday: fc.integer({ min: 1, max: 7 }),
});

/** Whether an instant is the first of its day: a moment before, clocks of the zone show the day before. */
function beginsDay(instant: string, zone: string): boolean {
  const day = (time: number) => new Date(time).toLocaleDateString('sv-SE', { timeZone: zone });
  return day(Date.parse(instant) - 1) < day(Date.parse(instant));
}

const lasts = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  Date.parse(endDate) - Date.parse(startDate);

test('in each zone and at each instant, a range and what it is compared with are whole days', () => {
  const weekdayOf = (time: string, zone: string) =>
    new Date(time).toLocaleDateString('en', { timeZone: zone, weekday: 'long' });
  fc.assert(
    fc.property(someRange, ({ zone, range, compare, now, weekday }) => {
      const found = rangeOf({ zone, range, compare }, now.getTime(), weekday) as Required<Range>;
      const { before, elapsed, startDate, endDate } = found;
      if (!before || !elapsed) throw new Error('Nothing is compared.');
      for (const instant of [startDate, endDate, before.startDate, before.endDate])
        expect(beginsDay(instant, zone), instant).toBe(true);
      expect(lasts(found)).toBeGreaterThan(0);
      expect(elapsed.startDate).toBe(before.startDate);
      expect(lasts(elapsed)).toBeGreaterThan(0);
      expect(lasts(elapsed)).toBeLessThanOrEqual(lasts(before));
      if (compare !== 'year') expect(before.endDate <= startDate, 'overlaps').toBe(true);
      if (compare === '' && /^(?:today|yesterday|\d+d|(?:last-)?week)$/.test(range))
        expect(weekdayOf(before.startDate, zone)).toBe(weekdayOf(startDate, zone));
      expect(found.isOver).toBe(Date.parse(endDate) <= now.getTime());
      expect(`${found.label}|${found.words}|${spanInWords(elapsed, zone)}`).toMatch(/^[^|]+\|[^|]+\|[^|]+$/);
    }),
    {
      numRuns: 2000,
      // Two days of this year beside three of a leap year.
      examples: [
        [{ zone: 'UTC', range: 'week', compare: 'year', now: new Date('2017-03-01T00:10:00Z'), weekday: 2 }],
      ],
    },
  );
});
