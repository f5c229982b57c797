import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dateRange, ranged, zonedDateRange, zonedRange } from '../../../src/http/date-range.ts';
import { limit } from '../../../src/http/list-query.ts';
import { codeOf } from '../../../src/http/violations.ts';

const Query = zonedRange(
  z.object({ ...zonedDateRange, interval: z.optional(z.enum(['hour', 'day'])), limit: limit(50) }),
);
const Instants = ranged(z.object(dateRange('Sessions that started')));

type Input = Record<string, string>;
/** The violations of a query: the parameter, its code, and the message up to the first comma. */
const violations = (input: Input, schema: z.ZodMiniType = Query) =>
  schema
    .safeParse(input)
    .error?.issues.map((issue) => [issue.path.join('.'), codeOf(issue), issue.message.replace(/,.*/v, '')]);

const rules = {
  zone: 'must be a time zone of IANA by its name',
  date: 'must be a date that exists',
  leap: 'must have a second of 60 at 23:59 UTC only',
  order: 'must be after startDate',
  length: 'must be at most 400 days after startDate',
};

describe('a range in a time zone', () => {
  test.each<[input: Input, startDate: string | undefined, endDate: string | undefined]>([
    [{}, undefined, undefined],
    [{ startDate: '2026-03-29' }, '2026-03-29T00:00:00.000Z', undefined],
    [{ endDate: '2026-03-29T02:30' }, undefined, '2026-03-29T02:30:00.000Z'],
    [
      { startDate: '2026-03-29', endDate: '2026-03-30', timezone: 'Europe/Berlin' },
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-30T00:00', timezone: 'asia/kolkata' },
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T18:30:00.000Z',
    ],
    [
      { startDate: '2026-03-29T05:45:00+05:45', timezone: 'America/New_York' },
      '2026-03-29T00:00:00.000Z',
      undefined,
    ],
    // 400 days of the calendar that are an hour longer, and 9,600 hours that are an hour more of the calendar.
    [
      { startDate: '2026-10-01', endDate: '2027-11-05', timezone: 'Europe/Berlin' },
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
    [{ startDate: '2026-02-29' }, [['startDate', 'invalid_format', rules.date]]],
    [{ endDate: '0'.repeat(256) }, [['endDate', 'too_long', 'must have at most 255 characters']]],
    [{ startDate: '2017-01-01T00:58:60', ...berlin }, [['startDate', 'invalid_format', rules.leap]]],
    [{ startDate: '2017-01-01T00:58:60+01:00' }, [['startDate', 'invalid_format', rules.leap]]],
    [
      { startDate: '2026-03-29', endDate: '2026-03-29', ...berlin },
      [['endDate', 'invalid_value', rules.order]],
    ],
    // Both are the moment at which the clock skips an hour.
    [
      { startDate: '2026-03-29T02:10', endDate: '2026-03-29T02:50', ...berlin },
      [['endDate', 'invalid_value', rules.order]],
    ],
    // Later in Berlin, but not in time.
    [{ startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-29T02:00', ...berlin }, []],
    [
      { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-29T01:00', ...berlin },
      [['endDate', 'invalid_value', rules.order]],
    ],
    [
      { startDate: '2026-01-01', endDate: '2027-02-05T00:00:00.001' },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: '2026-10-01', endDate: '2027-11-05T00:00:00.001', ...berlin },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: '2026-03-01T00:00:00Z', endDate: '2027-04-05T00:00:00.001Z', ...berlin },
      [['endDate', 'invalid_value', rules.length]],
    ],
    [
      { startDate: 'x', endDate: '2026-13-01', timezone: 'y', interval: 'z' },
      [
        ['startDate', 'invalid_format', rules.date],
        ['endDate', 'invalid_format', rules.date],
        ['timezone', 'not_allowed', rules.zone],
        ['interval', 'not_allowed', 'Invalid option: expected one of "hour"|"day"'],
      ],
    ],
    [
      { startDate: '2026-03-02', endDate: '2026-03-01', interval: 'z' },
      [
        ['interval', 'not_allowed', 'Invalid option: expected one of "hour"|"day"'],
        ['endDate', 'invalid_value', rules.order],
      ],
    ],
    [
      { startDate: '2017-01-01T00:58:60', endDate: '2017-01-01T00:58:60', ...berlin },
      [
        ['startDate', 'invalid_format', rules.leap],
        ['endDate', 'invalid_format', rules.leap],
      ],
    ],
  ])('%j breaks', (input, expected) => {
    expect(violations(input) ?? []).toEqual(expected);
  });
});

test('a range of instants takes no date without an offset', () => {
  expect(Instants.parse({ startDate: '2026-03-29T00:00:00+01:00' })).toEqual({
    startDate: '2026-03-28T23:00:00.000Z',
  });
  expect(violations({ startDate: '2026-03-29', endDate: '2026-03-29T00:00:00' }, Instants)).toHaveLength(2);
  const turned = { startDate: '2026-03-29T00:00:00Z', endDate: '2026-03-28T00:00:00Z' };
  expect(violations(turned, Instants)).toEqual([['endDate', 'invalid_value', rules.order]]);
  const long = { startDate: '2026-03-01T00:00:00Z', endDate: '2027-04-05T00:00:00.001Z' };
  expect(violations(long, Instants)).toEqual([['endDate', 'invalid_value', rules.length]]);
});
