import * as z from 'zod/mini';
import { dayMs } from '../lib/durations.ts';
import { isTimeZone, localOf } from '../lib/time-zone.ts';
import { described } from './described.ts';
import { broken, instant, onlyValid } from './schemas.ts';

/** The longest range that a request may have, in milliseconds. */
const longestRange = 400 * dayMs;

/** The fields of `ranged`, for a range that has both ends. `what` began or happened in the range. */
export const closedDateRange = (what: string) => ({
  startDate: described(instant, `${what} then or later.`),
  endDate: described(instant, `${what} before.`),
});

/** The fields of `ranged`. A missing date leaves that side open. */
export const dateRange = (what: string) => {
  const { startDate, endDate } = closedDateRange(what);
  return { startDate: z.optional(startDate), endDate: z.optional(endDate) };
};

/** The fields of `ranged` for a second range, with which the first is compared. */
export const comparedRange = {
  compareStartDate: described(
    z.optional(instant),
    'The start of another range, whose numbers the answer has too.',
  ),
  compareEndDate: described(z.optional(instant), 'Its end. Together with `compareStartDate`.'),
};

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
    description: 'A time zone of IANA, for hours, days, weeks and months.',
    example: 'Europe/Berlin',
  }),
);

/** The time zone of analytics, as a field of `ranged`. */
export const zone = { timezone: z._default(timeZone, 'UTC') };

/** The names of the dates of a range. */
type Ends = readonly ['startDate', 'endDate'] | readonly ['compareStartDate', 'compareEndDate'];

/** What the rules of ranges look at. */
type Ranged = Partial<Record<Ends[number], string | undefined>> & { timezone?: string };

/** The violation of a range that ends before it starts, or is longer than 400 days. */
function violationOf(ranged: Ranged, [startName, endName]: Ends) {
  const { [startName]: startDate, [endName]: endDate, timezone = 'UTC' } = ranged;
  if (startDate === undefined || endDate === undefined) return undefined;
  const refuse = (message: string) => broken([endName], message);
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  if (end <= start) return refuse(`must be after ${startName}`);
  // Between summer and winter, 400 days of the calendar are an hour more or less than 9,600 hours. Both may be asked for.
  const isTooLong =
    end - start > longestRange && localOf(end, timezone) - localOf(start, timezone) > longestRange;
  return isTooLong ? refuse(`must be at most 400 days after ${startName}`) : undefined;
}

/** The violation of a compared range that has only one of its ends. */
function halfOf({ compareStartDate, compareEndDate }: Ranged) {
  if ((compareStartDate === undefined) === (compareEndDate === undefined)) return undefined;
  const [missing, given] =
    compareEndDate === undefined
      ? (['compareEndDate', 'compareStartDate'] as const)
      : (['compareStartDate', 'compareEndDate'] as const);
  return broken([missing], `must be given together with ${given}`, 'required');
}

const rangeEnds = ['startDate', 'endDate'] as const;
const comparedEnds = ['compareStartDate', 'compareEndDate'] as const;

/**
 * Refuses a range that ends before it starts, or is longer than 400 days, and a compared range that does or has one end
 * only. A range is checked when its dates and the zone are valid, also if other fields are not.
 */
export const ranged = <T extends z.ZodMiniType<Ranged>>(schema: T) =>
  schema.check(
    ...[rangeEnds, comparedEnds].map((ends) =>
      z.superRefine<Ranged>(
        (query, context) => {
          const violation = (ends === comparedEnds && halfOf(query)) || violationOf(query, ends);
          if (violation) context.addIssue(violation);
        },
        { when: onlyValid(...ends, 'timezone') },
      ),
    ),
  );
