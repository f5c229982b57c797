import { instantOf, localOf } from '../../../src/lib/time-zone.ts';

/** A range of time as the API takes it, from one instant to another, which is the first moment after it. */
export interface Span {
  startDate: string;
  endDate: string;
}

/** Days of a zone, from one to another, which is the first day after them. */
export interface Days {
  from: string;
  until: string;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Days as an address has them: the first and the last. Undefined unless both are days, in their order. */
export function daysIn(first: string | undefined, last: string | undefined): Days | undefined {
  const areDays = [first, last].every((text) => dayPattern.test(text ?? '') && Date.parse(text ?? ''));
  return first && last && areDays && first <= last ? { from: first, until: addDays(last, 1) } : undefined;
}

/** Today's date in a zone: 2026-11-22. A chart asks for the day of each step: to make a formatter takes 80 µs. */
export const todayIn = (zone: string, now = Date.now()): string => localTime(now, zone).slice(0, 10);

/**
 * The first instant at which clocks of a zone show a date and time (00:00 without one), or a later one where they skip
 * it.
 */
export const firstMoment = (date: string, zone: string, time = '00:00'): string =>
  new Date(instantOf(Date.parse(`${date}T${time}:00Z`), zone)).toISOString();

/** The instants of some days. */
export const spanIn = (zone: string, { from, until }: Days): Span => ({
  startDate: firstMoment(from, zone),
  endDate: firstMoment(until, zone),
});

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  const at = new Date(date);
  at.setUTCDate(at.getUTCDate() + days);
  return dateOf(at);
}

/** The same date so many months later. In a shorter month it is the last day, or one of the next month if `overflows`. */
export function addMonths(date: string, months: number, overflows = false): string {
  const at = new Date(date);
  const dayOfMonth = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months);
  if (!overflows && at.getUTCDate() !== dayOfMonth) at.setUTCDate(0);
  return dateOf(at);
}

/** The first day of the month of a date, or of a month so many later. */
export const monthStart = (date: string, months = 0): string => addMonths(`${date.slice(0, 7)}-01`, months);

/** The first day of the week of a date. Weeks begin on `weekday`, from 1 (Monday) to 7. */
export const weekStart = (date: string, weekday: number): string =>
  addDays(date, -((new Date(date).getUTCDay() - weekday + 7) % 7));

/** How many days one date is after another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** An instant as a field for date and time has it, by the clocks of a zone: 2026-11-22T14:30. */
export const localTime = (instant: string | number, zone: string): string =>
  new Date(localOf(new Date(instant).getTime(), zone)).toISOString().slice(0, 16);

/** The instant that a field for date and time means in a zone. A text that is no time stays as it is. */
export function instantIn(local: string, zone: string): string {
  const [date = '', time = ''] = local.split('T');
  return Number.isNaN(Date.parse(`${local}Z`)) ? local : firstMoment(date, zone, time.slice(0, 5));
}
