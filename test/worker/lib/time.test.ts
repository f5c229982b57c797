import fc from 'fast-check';
import { instant } from '../../../src/http/schemas.ts';
import { parseTimestamp, toTimestamp } from '../../../src/lib/time.ts';

const instantOf = (text: string) => {
  const milliseconds = parseTimestamp(text);
  return milliseconds === undefined ? undefined : toTimestamp(milliseconds);
};

describe('a time in a request', () => {
  test.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.100Z'],
    ['2026-01-01T00:00:00.0001Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.000000000000000000001Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.00100000000000000000Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.0010000001Z', '2026-01-01T00:00:00.002Z'],
    ['2025-12-31T23:59:59.9990001Z', '2026-01-01T00:00:00.000Z'],
    [`2026-01-01T00:00:00.${'0'.repeat(200)}Z`, '2026-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.9995Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.9985Z', '1969-12-31T23:59:59.999Z'],
    ['2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['2026-01-01T00:00:00-23:59', '2026-01-01T23:59:00.000Z'],
    ['2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31t23:59:60.75z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['1960-12-31T23:59:60Z', '1961-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(instantOf(text)).toBe(expected);
    expect(instant.parse(text)).toBe(expected);
  });

  test.each([
    '',
    'x',
    '2026-01-01',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T23:59:60+01:00',
    '2026-01-01T22:59:60Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00,1Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+00:60',
    '2026-01-01T00:00:00+0100',
    '2026-01-01T00:00:00Z\n',
    ' 2026-01-01T00:00:00Z',
    '+02026-01-01T00:00:00Z',
    '２026-01-01T00:00:00Z',
  ])('%j is not a time', (text) => {
    expect(parseTimestamp(text)).toBe(undefined);
    expect(instant.safeParse(text).error?.issues).toHaveLength(1);
  });

  test('equals the result of Date.parse, where it has one, rounded up to the millisecond', () => {
    const digits = (max: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
    const offset = fc.record({ sign: fc.constantFrom('+', '-'), minutes: fc.nat(1439) });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
        fc.option(digits(12)),
        fc.option(offset),
        (date, fraction, shift) => {
          const zone = shift
            ? `${shift.sign}${two(Math.floor(shift.minutes / 60))}:${two(shift.minutes % 60)}`
            : 'Z';
          const seconds = `${date.toISOString().slice(0, 19)}`;
          const whole = Date.parse(`${seconds}${zone}`);
          const expected = whole + Math.ceil(Number((fraction ?? '').padEnd(12, '0')) / 1e9);
          expect(parseTimestamp(`${seconds}${fraction ? `.${fraction}` : ''}${zone}`)).toBe(expected);
        },
      ),
    );
  });
});

test('a timestamp equals that of Date.toISOString, and a number that is not a time throws', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 - 1 }), (milliseconds) => {
      expect(toTimestamp(milliseconds)).toBe(new Date(milliseconds).toISOString());
      expect(toTimestamp(milliseconds + 1)).toBe(new Date(milliseconds + 1).toISOString());
    }),
  );
  for (const none of [Number.NaN, Infinity, 9e15]) expect(() => toTimestamp(none)).toThrow(RangeError);
});
