// The calendar of zones as Intl has it, without the code of the service.

import { day, hour, minute } from '../../support/times.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** What the clock of a zone shows: `2026-03-29 03:00`. */
const clockOf = (at: number, zone: string) => formatOf(zone).format(at).replace(',', '');

/** The date of an instant in a zone. */
export const dateIn = (at: number, zone: string): string => clockOf(at, zone).slice(0, 10);

/** The date some days after another. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

/** The first instant at which the clock of a zone shows an hour of a date, or a later one, to the quarter of an hour. */
export function instantIn(date: string, hours: number, zone: string): number {
  const wanted = `${date} ${String(hours).padStart(2, '0')}:00`;
  let at = Date.parse(date) - 14 * hour;
  while (clockOf(at, zone) < wanted) at += 15 * minute;
  return at;
}

export const isMonday = (date: string): boolean => new Date(date).getUTCDay() === 1;
