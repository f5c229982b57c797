import { dateSpan, day, daySpan, shortDay } from '../lib/format.ts';
import type { Query } from '../nav/router.ts';
import {
  addDays,
  addMonths,
  type Days,
  daysBetween,
  daysIn,
  firstMoment,
  localTime,
  type Span,
  spanIn,
  todayIn,
} from './days.ts';

/**
 * What a range is compared with: the days before, matched by weekday or else by date; those with the same weekdays; the
 * days right before; the year before; or days that were chosen. The first is meant where an address has none.
 */
export type Comparison = 'matched' | 'weekday' | 'previous' | 'year' | 'custom';
/** The comparisons that an address names, but for days that were chosen. */
const named = ['weekday', 'previous', 'year'] as const;

/** By how much days are moved back. */
export type Move = { days: number } | { months: number };

/** The days that a range is compared with. `move` is undefined if they were chosen. */
export interface Compared {
  comparison: Comparison;
  days: Days;
  move: Move | undefined;
}

const isMonthStart = (date: string) => date.endsWith('-01');

/** Days moved back. Whole months stay whole months. */
function moved({ from, until }: Days, move: Move): Days {
  if ('days' in move) return { from: addDays(from, -move.days), until: addDays(until, -move.days) };
  const back = (date: string) => addMonths(date, -move.months);
  const areMonths = isMonthStart(from) && isMonthStart(until);
  return { from: back(from), until: areMonths ? back(until) : addDays(back(addDays(until, -1)), 1) };
}

/**
 * By how much a range is moved back. Days are moved by so many weeks that none of them is compared with itself: so each
 * is compared with its weekday. `unit` is the unit of a week, a month or a year.
 */
function moveOf(comparison: Comparison, days: Days, unit: Move | undefined): Move {
  if (comparison === 'year') return { months: 12 };
  const count = daysBetween(days.from, days.until);
  if (comparison === 'previous') return unit ?? { days: count };
  const weeks = { days: 7 * Math.ceil(count / 7) };
  return comparison === 'weekday' ? weeks : (unit ?? weeks);
}

/** The days that an address compares some days with. Undefined if it compares nothing. */
export function comparedIn(query: Query, days: Days, unit: Move | undefined): Compared | undefined {
  if (query.compare === 'off') return undefined;
  const chosen = query.compare === 'custom' ? daysIn(query.compareFrom, query.compareTo) : undefined;
  if (chosen) return { comparison: 'custom', days: chosen, move: undefined };
  const comparison = named.find((name) => name === query.compare) ?? 'matched';
  const move = moveOf(comparison, days, unit);
  return { comparison, days: moved(days, move), move };
}

/** No more of the days than the range has. */
export function shortened({ from, until }: Days, range: Days): Days {
  const end = addDays(from, daysBetween(range.from, range.until));
  return { from, until: end < until ? end : until };
}

/** The time of day in a zone, in steps of ten minutes so that figures are not asked for each minute: 14:20. */
const timeIn = (zone: string, now: number): string => `${localTime(now, zone).slice(11, 15)}0`;

const tenMinutesAfter = (time: string) => new Date(Date.parse(time) + 600_000).toISOString();

/** The day that today is compared with, which may be after the days. */
function dayFor(today: string, { days, move }: Compared, range: Days): string {
  if (move && 'months' in move) return addMonths(today, -move.months, true);
  return addDays(days.from, daysBetween(range.from, today));
}

/** As much of the days as has passed of a range, to the same time of day. */
export function elapsedOf(
  compared: Compared,
  range: Days,
  { zone, today, now }: { zone: string; today: string; now: number },
): Span {
  const span = spanIn(zone, compared.days);
  if (today < range.from || today >= range.until) return span;
  const day = dayFor(today, compared, range);
  if (day >= compared.days.until) return span;
  const moment = firstMoment(day, zone, timeIn(zone, now));
  // In the first ten minutes of a range nothing has passed, and the API takes no empty range.
  if (moment <= span.startDate) return { ...span, endDate: tenMinutesAfter(span.startDate) };
  // Where clocks are moved at the end of a day, its time may be found after it.
  return moment < span.endDate ? { ...span, endDate: moment } : span;
}

/** The days of a span, with their year unless it is this one: "1–31 Oct", "Sun, 15 Nov", "3 Jan – 2 Feb 2025". */
export function spanInWords({ startDate, endDate }: Span, zone: string): string {
  const end = Date.parse(endDate) - 1;
  const [first, last] = [todayIn(zone, Date.parse(startDate)), todayIn(zone, end)];
  const isThisYear = first.slice(0, 4) === todayIn(zone).slice(0, 4);
  if (first === last) return isThisYear ? shortDay(end, zone) : day(end, zone);
  return (isThisYear ? dateSpan : daySpan)(startDate, end, zone);
}
