import * as z from 'zod/mini';
import { localOrRfc3339, toTimestamp } from '../lib/time.ts';
import { isTimeZone, localOf, parseInstant } from '../lib/time-zone.ts';
import { broken, instant } from './schemas.ts';

const dayMs = 86_400_000;
/** The longest range that a request may have, in milliseconds. */
const longestRange = 400 * dayMs;

/** The violation of a range that ends before it starts, or is longer than 400 days. Both are milliseconds since 1970. */
function violationOf(start: number, end: number, zone = 'UTC') {
  const refuse = (message: string) => broken(['endDate'], message);
  if (end <= start) return refuse('must be after startDate');
  // Between summer and winter, 400 days of the calendar are an hour more or less than 9,600 hours. Both may be asked for.
  const isTooLong = end - start > longestRange && localOf(end, zone) - localOf(start, zone) > longestRange;
  return isTooLong ? refuse('must be at most 400 days after startDate') : undefined;
}

/** The fields of `ranged`. `what` began or happened in the range. */
export const dateRange = (what: string) => ({
  startDate: z.optional(instant).check(z.describe(`${what} then or later.`)),
  endDate: z.optional(instant).check(z.describe(`${what} before.`)),
});

/** Refuses a range that ends before it starts, or is longer than 400 days. */
export const ranged = <
  T extends z.ZodMiniType<{ startDate?: string | undefined; endDate?: string | undefined }>,
>(
  schema: T,
) =>
  schema.check(
    z.superRefine(({ startDate, endDate }, context) => {
      if (startDate === undefined || endDate === undefined) return;
      const violation = violationOf(Date.parse(startDate), Date.parse(endDate));
      if (violation) context.addIssue(violation);
    }),
  );

/** The name of a time zone of IANA, in any case. */
export const timeZone = z.string().check(
  z.maxLength(64, { error: 'must have at most 64 characters', abort: true }),
  z.refine(isTimeZone, {
    error:
      'must be a time zone of IANA by its name, such as Europe/Berlin or UTC, not an offset or an abbreviation',
    params: { code: 'not_allowed' },
  }),
  z.meta({
    pattern: '^[A-Za-z][A-Za-z0-9_+\\-\\/]*$',
    description: 'A time zone of IANA, for days and hours and for dates without an offset.',
    example: 'Europe/Berlin',
  }),
);

/** A date, or a date and time with or without an offset. `zonedRange` makes a `timestamp` of it, with the zone. */
const localOrInstant = (description: string) =>
  z.string().check(
    z.maxLength(255, { error: 'must have at most 255 characters', abort: true }),
    z.regex(localOrRfc3339, {
      error:
        'must be a date that exists, alone, with a time, or with a time, seconds and an offset or Z as in RFC 3339 (in a URL, %2B for +)',
      abort: true,
    }),
    z.meta({
      description: `${description} Without an offset it is local to \`timezone\`; a date alone is its first moment.`,
      example: '2026-03-29',
    }),
  );

/** The fields of `zonedRange`, for a range that has both ends. */
export const closedDateRange = {
  startDate: localOrInstant('Sessions that started then or later.'),
  endDate: localOrInstant('Sessions that started before.'),
  timezone: z._default(timeZone, 'UTC'),
};

/** The fields of `zonedRange`. A missing date leaves that side open. */
export const zonedDateRange = {
  ...closedDateRange,
  startDate: z.optional(closedDateRange.startDate),
  endDate: z.optional(closedDateRange.endDate),
};
const zonedNames: PropertyKey[] = Object.keys(zonedDateRange);

/** Makes a `timestamp` of a date in a time zone. A date that is not given stays so. */
function toInstant(name: string, date: string | undefined, zone: string, context: z.core.$RefinementCtx) {
  if (date === undefined) return undefined;
  const milliseconds = parseInstant(date, zone);
  if (milliseconds === undefined)
    context.addIssue(broken([name], 'must have a second of 60 at 23:59 UTC only', 'invalid_format'));
  return milliseconds;
}

/**
 * As `ranged`, for an object with the fields of `zonedDateRange`. In the result both dates are `timestamp`s. The rules
 * that hold between the three fields are checked when each of them is valid, also if other fields are not.
 */
export const zonedRange = <
  T extends z.ZodMiniType<{
    startDate?: string | undefined;
    endDate?: string | undefined;
    timezone: string;
  }>,
>(
  schema: T,
) =>
  schema.check(
    z.superRefine(
      (value, context) => {
        const { timezone } = value;
        const start = toInstant('startDate', value.startDate, timezone, context);
        const end = toInstant('endDate', value.endDate, timezone, context);
        if (start !== undefined) value.startDate = toTimestamp(start);
        if (end !== undefined) value.endDate = toTimestamp(end);
        if (start === undefined || end === undefined) return;
        const violation = violationOf(start, end, timezone);
        if (violation) context.addIssue(violation);
      },
      { when: ({ issues }) => !issues.some(({ path }) => zonedNames.includes(path?.[0] ?? '')) },
    ),
  );
