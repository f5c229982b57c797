import * as z from 'zod/mini';
import { dayMs } from '../lib/durations.ts';
import { isTimeZone, localOf } from '../lib/time-zone.ts';
import { broken, instant } from './schemas.ts';

/** The longest range that a request may have, in milliseconds. */
const longestRange = 400 * dayMs;

/** The fields of `ranged`, for a range that has both ends. `what` began or happened in the range. */
export const closedDateRange = (what: string) => ({
  startDate: instant.check(z.describe(`${what} then or later.`)),
  endDate: instant.check(z.describe(`${what} before.`)),
});

/** The fields of `ranged`. A missing date leaves that side open. */
export const dateRange = (what: string) => {
  const { startDate, endDate } = closedDateRange(what);
  return { startDate: z.optional(startDate), endDate: z.optional(endDate) };
};

/** The name of a time zone of IANA, in any case. */
const timeZone = z.string().check(
  z.maxLength(64, { error: 'must have at most 64 characters', abort: true }),
  z.refine(isTimeZone, {
    error:
      'must be a time zone of IANA by its name, such as Europe/Berlin or UTC, not an offset or an abbreviation',
    params: { code: 'not_allowed' },
  }),
  z.meta({
    pattern: '^[A-Za-z][A-Za-z0-9_+\\-\\/]*$',
    description: 'A time zone of IANA, for hours, days, weeks and months.',
    example: 'Europe/Berlin',
  }),
);

/** The time zone of analytics, as a field of `ranged`. */
export const zone = { timezone: z._default(timeZone, 'UTC') };

/** The violation of a range that ends before it starts, or is longer than 400 days. Both are milliseconds since 1970. */
function violationOf(start: number, end: number, zone = 'UTC') {
  const refuse = (message: string) => broken(['endDate'], message);
  if (end <= start) return refuse('must be after startDate');
  // Between summer and winter, 400 days of the calendar are an hour more or less than 9,600 hours. Both may be asked for.
  const isTooLong = end - start > longestRange && localOf(end, zone) - localOf(start, zone) > longestRange;
  return isTooLong ? refuse('must be at most 400 days after startDate') : undefined;
}

const ruled: PropertyKey[] = ['startDate', 'endDate', 'timezone'];

/**
 * Refuses a range that ends before it starts, or is longer than 400 days. This rule is checked when the dates and the
 * zone are valid, also if other fields are not.
 */
export const ranged = <
  T extends z.ZodMiniType<{
    startDate?: string | undefined;
    endDate?: string | undefined;
    timezone?: string;
  }>,
>(
  schema: T,
) =>
  schema.check(
    z.superRefine(
      ({ startDate, endDate, timezone }, context) => {
        if (startDate === undefined || endDate === undefined) return;
        const violation = violationOf(Date.parse(startDate), Date.parse(endDate), timezone);
        if (violation) context.addIssue(violation);
      },
      { when: ({ issues }) => !issues.some(({ path }) => ruled.includes(path?.[0] ?? '')) },
    ),
  );
