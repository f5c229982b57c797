import { dayMs, minuteMs } from './durations.ts';

/** A range of time, [start, end). */
export interface Range {
  start: number;
  end: number;
}

export interface DateRange {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The dates of a range with which a request compares its own. */
export interface ComparedDates {
  compareStartDate?: string | undefined;
  compareEndDate?: string | undefined;
}

/** The least part of a day of which blocks have sums. Every offset from UTC in use today is a multiple of it. */
export const quarterMs = 15 * minuteMs;
/** A time after every session: the end of the year 9999. */
export const endOfTime = Date.UTC(10_000, 0);

/** The start of the day (UTC) of a time. */
export const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** The range of two optional dates. A missing date leaves that side open. */
export const rangeOf = ({ startDate, endDate }: DateRange): Range => ({
  start: startDate === undefined ? 0 : Math.max(Date.parse(startDate), 0),
  end: endDate === undefined ? endOfTime : Math.max(Date.parse(endDate), 0),
});

/** The range of two optional dates, of which nothing is before a time. */
export const rangeSince = (since: number, dates: DateRange): Range => {
  const { start, end } = rangeOf(dates);
  return { start: Math.max(start, since), end: Math.max(end, since) };
};

/** The range with which a request compares its own. Undefined if with none. */
export const comparedOf = ({ compareStartDate, compareEndDate }: ComparedDates): Range | undefined =>
  compareStartDate === undefined || compareEndDate === undefined
    ? undefined
    : rangeOf({ startDate: compareStartDate, endDate: compareEndDate });
