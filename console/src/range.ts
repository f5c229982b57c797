import { viewerZone } from './format.ts';
import type { Query } from './router.ts';

/** The ranges of the picker, with their shortcut key. */
export const ranges = {
  today: { label: 'Today', keys: 'd' },
  '7d': { label: 'Last 7 days', keys: 'w' },
  '30d': { label: 'Last 30 days', keys: 'm' },
  month: { label: 'This month', keys: 'h' },
  '90d': { label: 'Last 90 days', keys: 'q' },
  '12m': { label: 'Last 12 months', keys: 'y' },
} as const;
export type RangeName = keyof typeof ranges | 'custom';
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** A range of time as the API takes it: `endDate` is the first moment after it. */
export interface Span {
  startDate: string;
  endDate: string;
}

export interface Range extends Span {
  name: RangeName;
  label: string;
  zone: string;
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
export const todayIn = (zone: string, now = Date.now()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now);

/** The first moment of a date in a zone: lists of sessions take a time, not a date. */
export function firstMoment(date: string, zone: string): string {
  const quarter = 900_000;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Zones are at most 14 hours from UTC, by whole quarters of an hour.
  let [low, high] = [-60, 60];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (todayIn(zone, midnight + middle * quarter) < date) low = middle + 1;
    else high = middle;
  }
  return new Date(midnight + high * quarter).toISOString();
}

/** The date so many days later. */
export function addDays(date: string, days: number): string {
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

const isZone = (zone: string): boolean => {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

function spanOf(name: RangeName, query: Query, today: string): { from: string; until: string } {
  const tomorrow = addDays(today, 1);
  switch (name) {
    case 'today':
      return { from: today, until: tomorrow };
    case '7d':
      return { from: addDays(today, -6), until: tomorrow };
    case 'month':
      return { from: addMonths(today, 0), until: tomorrow };
    case '90d':
      return { from: addDays(today, -89), until: tomorrow };
    case '12m':
      return { from: addMonths(today, -11), until: addMonths(today, 1) };
    case 'custom':
      return { from: query.from ?? today, until: addDays(query.to ?? today, 1) };
    default:
      return { from: addDays(today, -29), until: tomorrow };
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

/** The period before a range. A month and twelve months are compared with the days of the same date. */
function spanBefore(name: RangeName, { startDate, endDate }: Span): Span {
  const days = daysBetween(startDate, endDate);
  if (name === '12m') return { startDate: addMonths(startDate, -12), endDate: startDate };
  if (name !== 'month') return { startDate: addDays(startDate, -days), endDate: startDate };
  const start = addMonths(startDate, -1);
  const end = addDays(start, days);
  return { startDate: start, endDate: end < startDate ? end : startDate };
}

/** As much of the period before as has passed of a range. `endDate` is then a local time without a zone. */
function elapsedOf(before: Span, range: Span, zone: string, now: number): Span {
  const today = todayIn(zone, now);
  if (today < range.startDate || today >= range.endDate) return before;
  const day = addDays(before.startDate, daysBetween(range.startDate, today));
  if (day >= before.endDate) return before;
  return { startDate: before.startDate, endDate: `${day}T${timeIn(zone, now)}:00` };
}

/**
 * Reads the range of an address: `range`, or `from` and `to` (its last day), `zone`, and `compare` (`off` compares
 * nothing). The dates are days of the zone, which the API takes with `timezone`.
 */
export function rangeOf(query: Query, now = Date.now()): Range {
  const zone = query.zone && isZone(query.zone) ? query.zone : viewerZone;
  const isCustom = isDay(query.from) && isDay(query.to) && query.from <= query.to;
  const named = query.range && Object.hasOwn(ranges, query.range) ? (query.range as RangeName) : '30d';
  const name = isCustom ? 'custom' : named;
  const { from, until } = spanOf(name, query, todayIn(zone, now));
  const span = { startDate: from, endDate: until };
  const before = query.compare === 'off' ? undefined : spanBefore(name, span);
  return {
    name,
    label: name === 'custom' ? 'Custom' : ranges[name].label,
    zone,
    interval: name === '12m' ? 'month' : intervalOf(daysBetween(from, until)),
    ...span,
    isOver: until <= todayIn(zone, now),
    before,
    elapsed: before && elapsedOf(before, span, zone, now),
  };
}
