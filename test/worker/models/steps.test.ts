import fc from 'fast-check';
import { type Interval, stepsOf } from '../../../src/analytics/steps.ts';
import { instantOf, localOf } from '../../../src/lib/time-zone.ts';
import { inTurn } from '../../turns.ts';
import { day, minute } from '../support/times.ts';

// A simple model of local time: it looks at the clock every minute, as a person would. It shares no code with the
// service, which calculates.

const clocks = new Map<string, Intl.DateTimeFormat>();
/** What the clock shows, such as `2026-03-29 02:30:00`. */
function shownAt(instant: number, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(instant);
}

/** Monday of the week of a date, found by counting back. */
function mondayOf(date: string): string {
  const at = new Date(`${date}T12:00:00Z`);
  while (at.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' }) !== 'Mon') at.setTime(+at - day);
  return at.toISOString().slice(0, 10);
}

const names: Record<Exclude<Interval, 'hour'>, (date: string) => string> = {
  day: (date) => date,
  week: mondayOf,
  month: (date) => date.slice(0, 7),
};
/** How long before a range the clock must be watched to see its first step begin, in days. */
const before: Record<Interval, number> = { hour: 1, day: 4, week: 10, month: 35 };

/** The boundaries of the steps that touch a range of whole minutes: when the clock shows what begins a step. */
function watched(start: number, end: number, interval: Interval, zone: string): number[] {
  const boundaries: number[] = [];
  let [date, latest] = ['', ''];
  for (
    let at = start - before[interval] * day;
    (boundaries.at(-1) ?? Number.NEGATIVE_INFINITY) < end;
    at += minute
  ) {
    const shown = shownAt(at, zone);
    if (interval === 'hour') {
      if (shown.endsWith(':00:00')) boundaries.push(at);
    } else if (shown.slice(0, 10) !== date) {
      date = shown.slice(0, 10);
      const name = names[interval](date);
      if (latest !== '' && name > latest) boundaries.push(at);
      if (name > latest) latest = name;
    }
  }
  return boundaries.slice(boundaries.findLastIndex((at) => at <= start));
}

/** A day after which the clock has changed by something else than a day, from the first of a year on, if any. */
function changeIn(zone: string, year: number, skipped: number): number | undefined {
  const found: number[] = [];
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += day)
    if (shownAt(at, zone).slice(11) !== shownAt(at + day, zone).slice(11)) found.push(at);
  return found[skipped % found.length];
}

const zones = Intl.supportedValuesOf('timeZone');
const odd = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Asia/Pyongyang',
  'America/Caracas',
  'America/St_Johns',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Antarctica/Casey',
  'Asia/Gaza',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Pacific/Kiritimati',
  'Europe/Dublin',
  'Australia/Eucla',
];

/** A zone and an instant, a whole minute, often within two days of a change of its clocks. Not Monrovia before 1973. */
const moments = fc
  .record({
    zone: fc.oneof(fc.constantFrom(...odd), fc.constantFrom(...zones)),
    year: fc.oneof(fc.integer({ min: 1973, max: 2100 }), fc.integer({ min: 1985, max: 2030 })),
    skipped: fc.nat(3),
    minutes: fc.oneof(
      fc.integer({ min: -1440, max: 2880 }),
      fc.integer({ min: -48, max: 96 }).map((n) => n * 30),
    ),
  })
  .map(({ zone, year, skipped, minutes }) => ({
    zone,
    at: (changeIn(zone, year, skipped) ?? Date.UTC(year, skipped)) + minutes * minute,
  }));

test.each<[Interval, length: number, numRuns: number]>([
  ['hour', 3 * 1440, 120],
  ['day', 4 * 1440, 120],
  ['week', 10 * 1440, 20],
  ['month', 20 * 1440, 8],
])('steps by %s are those that the clock shows', (interval, length, numRuns) => {
  fc.assert(
    fc.property(
      moments,
      fc.integer({ min: 1, max: length }),
      fc.boolean(),
      ({ zone, at }, minutes, isAfter) => {
        const start = isAfter ? at : at - minutes * minute;
        const end = start + minutes * minute;
        const expected = watched(start, end, interval, zone).map((boundary) =>
          new Date(boundary).toISOString(),
        );
        const steps = stepsOf({ start, end }, interval, zone)?.map((boundary) =>
          new Date(boundary).toISOString(),
        );
        expect(steps).toEqual(expected);
      },
    ),
    { numRuns },
  );
});

test('a local time is the first instant at which the clock shows it or a later one', () => {
  fc.assert(
    fc.property(moments, ({ zone, at: local }) => {
      const wanted = new Date(local).toISOString().slice(0, 19).replace('T', ' ');
      let at = local - day;
      while (shownAt(at, zone) < wanted) at += minute;
      expect(new Date(instantOf(local, zone)).toISOString()).toBe(new Date(at).toISOString());
    }),
    { numRuns: 300 },
  );
});

// The service takes it that clocks do not change twice in three days. These are the shortest times that there were.
test.each([
  ['Africa/Tunis', 1943],
  ['Europe/Simferopol', 1944],
  ['Europe/Riga', 1944],
  ['Europe/Vienna', 1945],
  ['America/Boa_Vista', 2000],
  ['America/Noronha', 2000],
  ['America/Recife', 2000],
  ['America/Argentina/Tucuman', 2004],
  ['Africa/Cairo', 2010],
  ['Asia/Gaza', 2040],
  ['Asia/Hebron', 2054],
  ['Asia/Hebron', 2072],
])('every hour in %s in %i, when clocks changed twice within days', (zone, year) => {
  const instants = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(year, 0) + hour * 60 * minute);
  const wrong = instants.filter(
    (at) => new Date(localOf(at, zone)).toISOString().slice(0, 19).replace('T', ' ') !== shownAt(at, zone),
  );
  expect(wrong).toEqual([]);
});

test('what the clock shows at an instant, before 1970 and in seconds too', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom('Africa/Monrovia', 'Europe/Dublin', ...odd), fc.constantFrom(...zones)),
      fc.oneof(
        fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2100, 0) }),
        fc.integer({ min: Date.UTC(1800, 0), max: Date.UTC(3000, 0) }),
      ),
      (zone, instant) => {
        const shown = new Date(localOf(instant, zone)).toISOString().slice(0, 19).replace('T', ' ');
        expect(shown).toBe(shownAt(instant, zone));
      },
    ),
    { numRuns: 10_000 },
  );
});

const longest: Record<Interval, number> = {
  hour: 120 * minute,
  day: 3000 * minute,
  week: 9 * day,
  month: 33 * day,
};

test.each<Interval>(['hour', 'day', 'week', 'month'])(
  'in each zone, steps by %s cover the range, and begin where others end',
  (interval) => {
    const scale = longest[interval];
    for (const zone of inTurn(zones, 3)) {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
          fc.oneof(fc.integer({ min: 1, max: scale }), fc.integer({ min: 1, max: 40 * scale })),
          fc.double({ min: 0, max: 1, noNaN: true }),
          (start, length, part) => {
            const end = start + length;
            const steps = stepsOf({ start, end }, interval, zone) ?? [];
            for (const [index, at] of steps.slice(1).entries()) {
              expect(at).toBeGreaterThan(steps[index] ?? Infinity);
              expect(at - (steps[index] ?? 0)).toBeLessThan(scale);
            }
            expect(steps.length).toBeGreaterThan(1);
            expect(steps[0]).toBeLessThanOrEqual(start);
            expect(steps[1]).toBeGreaterThan(start);
            expect(steps.at(-2)).toBeLessThan(end);
            expect(steps.at(-1)).toBeGreaterThanOrEqual(end);
            // The steps of two ranges that meet are those of both together.
            const between = start + Math.floor(length * part);
            const parts = [
              ...(stepsOf({ start, end: between }, interval, zone) ?? []),
              ...(stepsOf({ start: between, end }, interval, zone) ?? []),
            ];
            expect([...new Set(parts)].sort((a, b) => a - b)).toEqual(steps);
          },
        ),
        { numRuns: 5 },
      );
    }
  },
);

test('a day of a request is a day of the answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 47_000 }), (zone, number) => {
      const [start, end] = [instantOf(number * day, zone), instantOf((number + 1) * day, zone)];
      expect(stepsOf({ start, end }, 'day', zone)).toEqual(start === end ? [] : [start, end]);
      expect(localOf(start, zone)).toBeGreaterThanOrEqual(number * day);
    }),
    { numRuns: 2000 },
  );
});
