import fc from 'fast-check';
import { instantOf, isTimeZone, localOf, nextFullHour } from '../../../src/lib/time-zone.ts';

/** The letters of a local time, as if it were UTC. */
const local = (text: string) => Date.parse(`${text}Z`);
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('the name of a time zone', () => {
  test.each([
    'GMT',
    'EUROPE/BERLIN',
    'Asia/Calcutta',
    'Etc/GMT+5',
    'Etc/GMT-14',
    'Zulu',
    'GB',
    'NZ-CHAT',
    'W-SU',
    'EST',
    'est5edt',
    'GMT0',
    'US/Pacific',
  ])('%s is a zone', (name) => {
    expect(isTimeZone(name)).toBe(true);
    expect(Number.isInteger(localOf(0, name))).toBe(true);
  });

  test.each([
    '',
    'Berlin',
    'Europe/Berlim',
    'Europe/Berlin ',
    ' Europe/Berlin',
    'Europe/Berlin\n',
    'Europe/Berlin\0',
    '+05:30',
    ' 05:30',
    'Z',
    'UTC+1',
    'GMT+5',
    'Etc/GMT-15',
    'UTC0',
    'ist',
    'systemv/est5',
    'posix/Europe/Berlin',
    'Etc/Unknown',
    'Asia/İstanbul',
    'Europe/Ber​lin',
    '__proto__',
  ])('%j is none', (name) => {
    expect(isTimeZone(name)).toBe(false);
    expect(() => localOf(0, name)).toThrow(RangeError);
  });

  test('every zone that the runtime lists is one, more than are remembered', () => {
    const names = Intl.supportedValuesOf('timeZone');
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
    expect(names.filter((name) => !isTimeZone(name.toLowerCase()))).toEqual([]);
    expect(iso(instantOf(local('2026-03-29T12:00'), 'Europe/Berlin'))).toBe('2026-03-29T10:00:00.000Z');
  });

  test('of three letters is only what IANA has', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const iana = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];
    expect(names.filter(isTimeZone)).toEqual(iana);
  });
});

// Zone, local time, instant. The local time is shown at that instant unless a fourth column says what is.
test.each<[zone: string, local: string, instant: string, shown?: string]>([
  ['UTC', '2026-03-29T02:30', '2026-03-29T02:30Z'],
  ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00Z'],
  ['Europe/Berlin', '2026-10-25T02:59:59.999', '2026-10-25T00:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00Z'],
  // +05:30 until the end of 1985.
  ['Asia/Kathmandu', '1986-01-01T00:10', '1985-12-31T18:30Z', '1986-01-01T00:15'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45Z'],
  ['Australia/Lord_Howe', '2026-04-05T02:00', '2026-04-04T15:30Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:30Z', '2026-10-04T02:30'],
  ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00Z', '2018-11-04T01:00'],
  ['Pacific/Apia', '2011-12-29T23:59:59.999', '2011-12-30T09:59:59.999Z'],
  ['Pacific/Apia', '2011-12-30T00:00', '2011-12-30T10:00Z', '2011-12-31T00:00'],
  ['Pacific/Apia', '2011-12-30T17:00', '2011-12-30T10:00Z', '2011-12-31T00:00'],
  ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00Z'],
  // A minute after midnight, back to 23:01.
  ['America/St_Johns', '2010-11-07T00:00', '2010-11-07T02:30Z'],
  ['America/St_Johns', '2010-11-07T00:01', '2010-11-07T03:31Z'],
  // The clock goes from 23:30 to 00:30: the day begins at the change.
  ['America/Toronto', '1919-03-31T00:00', '1919-03-31T04:30Z', '1919-03-31T00:30'],
  // 44 minutes and 30 seconds behind UTC until 1972.
  ['Africa/Monrovia', '1970-01-01T00:00', '1970-01-01T00:44:30Z'],
  ['Africa/Monrovia', '1972-01-06T23:59:59.999', '1972-01-07T00:44:29.999Z'],
  ['Africa/Monrovia', '1972-01-07T00:00', '1972-01-07T00:44:30Z', '1972-01-07T00:44:30'],
  ['Europe/Dublin', '1879-12-31T23:30', '1879-12-31T23:55:21Z'],
  ['Pacific/Kiritimati', '0000-01-01T00:00', '0000-01-01T10:29:20Z'],
  ['Europe/Berlin', '9999-12-31T23:59:59.999', '9999-12-31T22:59:59.999Z'],
])('in %s, %s is %s', (zone, text, instant, shown = text) => {
  const found = instantOf(local(text), zone);
  expect(iso(found)).toBe(new Date(instant).toISOString());
  expect(iso(localOf(found, zone))).toBe(iso(local(shown)));
});

test('the next full hour is later, and after the change of clocks by half an hour', () => {
  const next = (instant: string, zone: string) => iso(nextFullHour(Date.parse(instant), zone))?.slice(0, 16);
  expect(next('2026-01-01T00:00:00.000Z', 'UTC')).toBe('2026-01-01T01:00');
  expect(next('2025-12-31T23:59:59.999Z', 'UTC')).toBe('2026-01-01T00:00');
  expect(next('2026-01-01T00:00Z', 'Asia/Kolkata')).toBe('2026-01-01T00:30');
  expect(next('2026-01-01T00:00Z', 'Asia/Kathmandu')).toBe('2026-01-01T00:15');
  expect(next('2026-04-04T14:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T15:30');
  expect(next('2026-10-03T14:30Z', 'Australia/Lord_Howe')).toBe('2026-10-03T16:00');
  // 23:30 became 00:00.
  expect(next('2018-05-04T14:00Z', 'Asia/Pyongyang')).toBe('2018-05-04T14:30');
  expect(next('2018-05-04T14:30Z', 'Asia/Pyongyang')).toBe('2018-05-04T15:00');
});

test('the first instant that shows a time or a later one, to the millisecond, in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: Date.UTC(1800, 0), max: Date.UTC(2200, 0) }),
      (zone, milliseconds) => {
        const instant = instantOf(milliseconds, zone);
        expect(localOf(instant, zone)).toBeGreaterThanOrEqual(milliseconds);
        expect(localOf(instant - 1, zone)).toBeLessThan(milliseconds);
        expect(instantOf(localOf(milliseconds, zone), zone)).toBeLessThanOrEqual(milliseconds);
      },
    ),
    { numRuns: 3000 },
  );
});
