import { until } from './visits.ts';

// The calendars of zones, read from the local clock minute by minute. The service computes them in another way.

const minute = 60_000;
const first = until - 400 * 1440 * minute;
const last = until + 10 * 1440 * minute;

export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
];
export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** The instants at which the hours, days, weeks and months of a zone begin, and when each date begins. */
interface Calendar {
  starts: Record<Interval, number[]>;
  dates: Map<string, number>;
}
const calendars = new Map<string, Calendar>();

function calendarOf(timeZone: string): Calendar {
  const known = calendars.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const calendar: Calendar = { starts: { hour: [], day: [], week: [], month: [] }, dates: new Map() };
  let latest = '';
  for (let at = first; at <= last; at += minute) {
    const text = clock.format(at);
    if (text.endsWith(':00')) calendar.starts.hour.push(at);
    const date = text.slice(0, 10);
    if (date <= latest) continue;
    latest = date;
    calendar.dates.set(date, at);
    calendar.starts.day.push(at);
    if (new Date(date).getUTCDay() === 1) calendar.starts.week.push(at);
    if (date.endsWith('-01')) calendar.starts.month.push(at);
  }
  calendars.set(timeZone, calendar);
  return calendar;
}

/** The steps that touch [start, end). */
export function stepsOf(zone: string, interval: Interval, start: number, end: number) {
  const starts = calendarOf(zone).starts[interval];
  return starts.flatMap((at, index) => {
    const next = starts[index + 1] ?? Infinity;
    return next > start && at < end ? [{ start: at, end: next }] : [];
  });
}

/** The first moments of two dates. */
export function localRange(zone: string, local: { startDate: string; endDate: string }): [number, number] {
  const { dates } = calendarOf(zone);
  const [start, end] = [dates.get(local.startDate), dates.get(local.endDate)];
  if (start === undefined || end === undefined) throw new Error(`No such date in ${zone}`);
  return [start, end];
}

/** A range as the dates of a request. */
export const datesOf = ({ start, end }: { start?: number | undefined; end?: number | undefined }) => ({
  startDate: start === undefined ? undefined : new Date(start).toISOString(),
  endDate: end === undefined ? undefined : new Date(end).toISOString(),
});
