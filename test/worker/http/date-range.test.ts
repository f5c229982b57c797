import * as z from 'zod/mini';
import { dateRange, ranged, zone } from '../../../src/http/date-range.ts';
import { limit } from '../../../src/http/list-query.ts';
import { codeOf } from '../../../src/http/validate.ts';

const dates = dateRange('Sessions that started');
const interval = z.optional(z.enum(['hour', 'day']));
const Query = ranged(z.object({ ...dates, ...zone, interval, limit: limit(50) }));
const WithoutZone = ranged(z.object({ ...dates, interval }));

type Input = Record<string, string>;
/** The violations of a query: the parameter, its code, and the message up to the first comma. */
const violations = (input: Input, schema: z.ZodMiniType = Query) =>
  schema
    .safeParse(input)
    .error?.issues.map((issue) => [
      issue.path.join('.'),
      codeOf(issue),
      issue.message.replace(/, (?:with Z|such as).*/v, ''),
    ]);

// What is no instant: lib/time.test.ts.
const rules = {
  zone: 'must be a time zone of IANA by its name',
  date: 'must be an RFC 3339 date and time of a day that exists',
  leap: 'must have a second of 60 at 23:59 UTC only',
  order: 'must be after startDate',
  length: 'must be at most 400 days after startDate',
};

describe('a range in a time zone', () => {
  test.each<[input: Input, startDate: string | undefined, endDate: string | undefined]>([
    [{}, undefined, undefined],
    [{ startDate: '2026-03-29T00:00:00Z' }, '2026-03-29T00:00:00.000Z', undefined],
    [{ endDate: '2026-03-29t02:30:00.0001+01:00' }, undefined, '2026-03-29T01:30:00.001Z'],
    [
      {
        startDate: '2026-03-29T00:00:00+01:00',
        endDate: '2026-03-30T00:00:00+02:00',
        timezone: 'Europe/Berlin',
      },
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    // The offset is not that of the zone.
    [
      { startDate: '2026-03-29T05:45:00+05:45', timezone: 'America/New_York' },
      '2026-03-29T00:00:00.000Z',
      undefined,
    ],
    // 400 days of the calendar that are an hour longer, and 9,600 hours that are an hour more of the calendar.
    [
      { startDate: '2026-09-30T22:00:00Z', endDate: '2027-11-04T23:00:00Z', timezone: 'Europe/Berlin' },
      '2026-09-30T22:00:00.000Z',
      '2027-11-04T23:00:00.000Z',
    ],
    [
      { startDate: '2026-03-01T00:00:00Z', endDate: '2027-04-05T00:00:00Z', timezone: 'Europe/Berlin' },
      '2026-03-01T00:00:00.000Z',
      '2027-04-05T00:00:00.000Z',
    ],
  ])('%j', (input, startDate, endDate) => {
    const query = Query.parse(input);
    expect([query.startDate, query.endDate]).toEqual([startDate, endDate]);
    expect(query.timezone).toBe(input.timezone ?? 'UTC');
  });

  const berlin = { timezone: 'Europe/Berlin' };
  test.each<[input: Input, violations: string[][]]>([
    [{ timezone: '+05:30' }, [['timezone', 'not_allowed', rules.zone]]],
    [{ timezone: 'IST' }, [['timezone', 'not_allowed', rules.zone]]],
    [{ timezone: 'Europe/Berlim' }, [['timezone', 'not_allowed', rules.zone]]],
    [{ timezone: 'a'.repeat(65) }, [['timezone', 'too_long', 'must have at most 64 characters']]],
    [{ startDate: '2026-02-29T00:00:00Z' }, [['startDate', 'invalid_format', rules.date]]],
    [{ endDate: '0'.repeat(256) }, [['endDate', 'too_long', 'must have at most 255 characters']]],
    [{ startDate: '2017-01-01T00:58:60+01:00' }, [['startDate', 'invalid_format', rules.leap]]],
    [
      { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-29T02:00:00+02:00', ...berlin },
      [['endDate', 'invalid_value', rules.order]],
    ],
    [
      { startDate: '2026-01-01T00:00:00Z', endDate: '2027-02-05T00:00:00.001Z' },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: '2026-09-30T22:00:00Z', endDate: '2027-11-04T23:00:00.001Z', ...berlin },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: '2026-03-01T00:00:00Z', endDate: '2027-04-05T00:00:00.001Z', ...berlin },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: 'x', endDate: '2026-13-01T00:00:00Z', timezone: 'y', interval: 'z' },
      [
        ['startDate', 'invalid_format', rules.date],
        ['endDate', 'invalid_format', rules.date],
        ['timezone', 'not_allowed', rules.zone],
        ['interval', 'not_allowed', 'must be one of "hour", "day"'],
      ],
    ],
    [
      { startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-01T00:00:00Z', interval: 'z' },
      [
        ['interval', 'not_allowed', 'must be one of "hour", "day"'],
        ['endDate', 'invalid_value', rules.order],
      ],
    ],
  ])('%j breaks', (input, expected) => {
    expect(violations(input) ?? []).toEqual(expected);
  });
});

test('a range without a zone has the same rules, beside violations of other fields', () => {
  expect(WithoutZone.parse({ startDate: '2026-03-29T00:00:00+01:00' })).toEqual({
    startDate: '2026-03-28T23:00:00.000Z',
  });
  const turned = { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-28T00:00:00Z', interval: 'z' };
  expect(violations(turned, WithoutZone)?.map(([path]) => path)).toEqual(['interval', 'endDate']);
  const long = { startDate: '2026-03-01T00:00:00Z', endDate: '2027-04-05T00:00:00.001Z' };
  expect(violations(long, WithoutZone)).toEqual([['endDate', 'invalid_value', rules.length]]);
});
