import { instantOf, isTimeZone } from '../../../src/lib/time-zone.ts';
import { daySpan, viewerZone } from '../lib/format.ts';
import type { Query } from '../nav/router.ts';

/** The ranges of the picker, with their shortcut key, and how many days they have if always the same. */
export const ranges = {
  today: { label: 'Today', keys: 'd', days: 1 },
  '7d': { label: 'Last 7 days', keys: 'w', days: 7 },
  '30d': { label: 'Last 30 days', keys: 'm', days: 30 },
  month: { label: 'This month', keys: 'h' },
  '90d': { label: 'Last 90 days', keys: 'q', days: 90 },
  '12m': { label: 'Last 12 months', keys: 'y' },
} as const;
type RangeName = keyof typeof ranges | 'custom';
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** A range of time as the API takes it, from one instant to another, which is the first moment after it. */
export interface Span {
  startDate: string;
  endDate: string;
}

/** Days of a zone, from one to another, which is the first day after them. */
interface Days {
  from: string;
  until: string;
}

export interface Range extends Span {
  name: RangeName;
  /** As a heading: "Last 7 days", "1–31 Oct 2026". */
  label: string;
  /** Within a sentence: "last 7 days". */
  words: string;
  zone: string;
  firstDay: string;
  lastDay: string;
  /** The step of a series over this range. */
  interval: Interval;
  /** Nothing of it is still to come. */
  isOver: boolean;
  /** The period before it, day for day. Undefined if nothing is compared. */
  before: Span | undefined;
  /**
   * The part of `before` that figures are compared with: while the range is not over, it ends at the same time of day.
   */
  elapsed: Span | undefined;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | undefined): text is string =>
  text !== undefined && dayPattern.test(text) && !Number.isNaN(Date.parse(text));

/** Today's date in a zone: 2026-11-22. */
const todayIn = (zone: string, now = Date.now()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now);

/**
 * The first instant at which clocks of a zone show a date and time (00:00 without one), or a later one where they skip
 * it.
 */
export const firstMoment = (date: string, zone: string, time = '00:00'): string =>
  new Date(instantOf(Date.parse(`${date}T${time}:00Z`), zone)).toISOString();

const spanIn = (zone: string, { from, until }: Days): Span => ({
  startDate: firstMoment(from, zone),
  endDate: firstMoment(until, zone),
});

/** The date so many days later. */
function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const addMonths = (date: string, months: number): string => {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
};
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

function daysOf(name: RangeName, query: Query, today: string): Days {
  const until = addDays(today, 1);
  switch (name) {
    case 'month':
      return { from: addMonths(today, 0), until };
    case '12m':
      return { from: addMonths(today, -11), until: addMonths(today, 1) };
    case 'custom':
      return { from: query.from ?? today, until: addDays(query.to ?? today, 1) };
    default:
      return { from: addDays(until, -ranges[name].days), until };
  }
}

function intervalOf(days: number): Interval {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 366 ? 'week' : 'month';
}

/** The time of day in a zone, in steps of ten minutes so that figures are not asked for each minute: 14:20. */
const timeIn = (zone: string, now: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(now).replace(/\d$/, '0');

const tenMinutesAfter = (time: string) => new Date(Date.parse(time) + 600_000).toISOString();

/** The period before a range. A month and twelve months are compared with the days of the same date. */
function daysBefore(name: RangeName, { from, until }: Days): Days {
  const days = daysBetween(from, until);
  if (name === '12m') return { from: addMonths(from, -12), until: from };
  if (name !== 'month') return { from: addDays(from, -days), until: from };
  const start = addMonths(from, -1);
  const end = addDays(start, days);
  return { from: start, until: end < from ? end : from };
}

/** As much of the period before as has passed of a range, to the same time of day. */
function elapsedOf(before: Days, range: Days, zone: string, now: number): Span {
  const span = spanIn(zone, before);
  const today = todayIn(zone, now);
  if (today < range.from || today >= range.until) return span;
  const day = addDays(before.from, daysBetween(range.from, today));
  if (day >= before.until) return span;
  const endDate = firstMoment(day, zone, timeIn(zone, now));
  // In the first ten minutes of a range nothing has passed, and the API takes no empty range.
  return { ...span, endDate: endDate > span.startDate ? endDate : tenMinutesAfter(span.startDate) };
}

/** What a chart shows, in words: "Visits per day, last 30 days". */
export const perStep = (what: string, { interval, words }: Range): string =>
  `${what} per ${interval}, ${words}`;

/**
 * Reads the range of an address: `range`, or `from` and `to` (its last day), `zone`, and `compare` (`off` compares
 * nothing). Its days are those of the zone.
 */
export function rangeOf(query: Query, now = Date.now()): Range {
  const zone = query.zone && isTimeZone(query.zone) ? query.zone : viewerZone;
  const isCustom = isDay(query.from) && isDay(query.to) && query.from <= query.to;
  const named = query.range && Object.hasOwn(ranges, query.range) ? (query.range as RangeName) : '30d';
  const name = isCustom ? 'custom' : named;
  const days = daysOf(name, query, todayIn(zone, now));
  const before = query.compare === 'off' ? undefined : daysBefore(name, days);
  // A date without a time is at midnight in UTC.
  const label = name === 'custom' ? daySpan(days.from, addDays(days.until, -1), 'UTC') : ranges[name].label;
  return {
    name,
    label,
    words: name === 'custom' ? label : label.toLowerCase(),
    zone,
    firstDay: days.from,
    lastDay: addDays(days.until, -1),
    interval: name === '12m' ? 'month' : intervalOf(daysBetween(days.from, days.until)),
    ...spanIn(zone, days),
    isOver: days.until <= todayIn(zone, now),
    before: before && spanIn(zone, before),
    elapsed: before && elapsedOf(before, days, zone, now),
  };
}

/** The query that keeps the range when a link leads to another screen. */
export const rangeQuery = ({ range, from, to, zone, compare }: Query): Query => ({
  range,
  from,
  to,
  zone,
  compare,
});
