// The days of a question's range, and those that it is compared with, by the rules of docs/marketers/console.md.

const dayMs = 86_400_000;

/** Days of a zone, from one to another, which is the first day after them. */
export interface Days {
  from: string;
  until: string;
}

/** The day (UTC) of a time. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const daysLater = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs);
export const daysIn = ({ from, until }: Days): number => (Date.parse(until) - Date.parse(from)) / dayMs;

/** What the clocks of a zone show at a time: 2026-11-22 14:05:00. */
const clockOf = (zone: string, at = Date.now()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);

/** The day that it is in a zone, by default now. */
export const todayIn = (zone: string, at = Date.now()): string => clockOf(zone, at).slice(0, 10);

/**
 * When clocks of a zone first show a date and a time in steps of ten minutes, by default its first moment; or a later
 * time, if they skip it.
 */
function momentOf(date: string, zone: string, time = '00:00:00'): number {
  const wanted = Date.parse(`${date}T${time}Z`);
  const offsetAt = (at: number) => Date.parse(`${clockOf(zone, at).replace(' ', 'T')}Z`) - at;
  // By the clocks of the day before, or of the day after.
  let at = wanted - Math.max(offsetAt(wanted - dayMs), offsetAt(wanted + dayMs));
  while (at + offsetAt(at) < wanted) at += 600_000;
  return at;
}

/** A part of a query of the API: the time from one moment to another. */
export const spanBetween = (start: number, end: number, zone: string): string =>
  `timezone=${zone}&startDate=${new Date(start).toISOString()}&endDate=${new Date(end).toISOString()}`;

/** The same for whole days. */
export const spanOf = ({ from, until }: Days, zone: string): string =>
  spanBetween(momentOf(from, zone), momentOf(until, zone), zone);

/** The date so many months before, or the last day of that month if it is shorter. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 - months, Math.min(day, last)));
}

/** The ranges that are not over, by their name in the address. */
export const openRanges = ['today', '7d', 'week', 'month', '30d', '90d', '12m', 'year'] as const;
export type OpenRange = (typeof openRanges)[number];

/** The days of this week until today. Weeks begin on Monday. */
export const weekDays = (today: string): Days => ({
  from: daysLater(today, -((new Date(today).getUTCDay() + 6) % 7)),
  until: daysLater(today, 1),
});

/** The days of such a range. */
export function openDays(name: OpenRange, today: string): Days {
  const until = daysLater(today, 1);
  const month = `${today.slice(0, 7)}-01`;
  const byName: Partial<Record<OpenRange, Days>> = {
    today: { from: today, until },
    week: weekDays(today),
    month: { from: month, until },
    // Months that are whole, also this one.
    '12m': { from: monthsBefore(month, 11), until: monthsBefore(month, -1) },
    year: { from: `${today.slice(0, 4)}-01-01`, until },
  };
  return byName[name] ?? { from: daysLater(until, -Number.parseInt(name, 10)), until };
}

/** What a range is compared with, as the address says it. */
export interface Comparing {
  /** Empty for the same weekdays. */
  compare: '' | 'previous' | 'year' | 'off';
  /** Undefined for days that were chosen. */
  name?: OpenRange | undefined;
}

/** By how many months a range is moved back. Undefined if it is moved by days. */
function monthsOf({ compare, name }: Comparing): number | undefined {
  if (compare === 'year' || name === '12m' || name === 'year') return 12;
  return name === 'month' ? 1 : undefined;
}

/** By how many days a range is moved back: by whole weeks, unless it is compared with the days right before. */
const movedBy = ({ compare, name }: Comparing, days: Days): number =>
  compare === 'previous' && name !== 'week' ? daysIn(days) : 7 * Math.ceil(daysIn(days) / 7);

/** The days that others are compared with. Undefined for none. */
export function comparedDays(comparing: Comparing, days: Days): Days | undefined {
  const { from, until } = days;
  if (comparing.compare === 'off') return undefined;
  const months = monthsOf(comparing);
  if (months === undefined) {
    const moved = -movedBy(comparing, days);
    return { from: daysLater(from, moved), until: daysLater(until, moved) };
  }
  // Whole months are compared with whole ones, other days until the same day.
  const areMonths = from.endsWith('-01') && until.endsWith('-01');
  const end = areMonths
    ? monthsBefore(until, months)
    : daysLater(monthsBefore(daysLater(until, -1), months), 1);
  return { from: monthsBefore(from, months), until: end };
}

/** The day that today is compared with. Undefined if the month has no such day. */
function dayOfToday(comparing: Comparing, days: Days, today: string): string | undefined {
  const months = monthsOf(comparing);
  if (months === undefined) return daysLater(today, -movedBy(comparing, days));
  const day = monthsBefore(today, months);
  return day.slice(8) === today.slice(8) ? day : undefined;
}

/**
 * As much of the compared days as has passed of the range, as a part of a query: until the same time of day, in steps of
 * ten minutes, and ten minutes at least. Undefined for none.
 */
export function elapsedSpan(comparing: Comparing, days: Days, zone: string): string | undefined {
  const compared = comparedDays(comparing, days);
  if (!compared) return undefined;
  const [date = '', time = ''] = clockOf(zone).split(' ');
  const day = date < days.until ? dayOfToday(comparing, days, date) : undefined;
  if (day === undefined || day >= compared.until) return spanOf(compared, zone);
  const start = momentOf(compared.from, zone);
  const moment = momentOf(day, zone, `${time.slice(0, 4)}0:00`);
  const end = Math.min(Math.max(moment, start + 600_000), momentOf(compared.until, zone));
  return spanBetween(start, end, zone);
}
