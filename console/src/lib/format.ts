import { enoughSessions } from '../../../src/lib/chance.ts';
import { isTimeZone } from '../../../src/lib/time-zone.ts';

/** The languages of the viewer. */
export const locale = navigator.languages as string[];

const own = Intl.DateTimeFormat(locale).resolvedOptions();
const ownZone = own.timeZone;
/** The time zone of the viewer's computer, such as `Europe/Berlin`; UTC if the service does not know it. */
export const viewerZone = isTimeZone(ownZone) ? ownZone : 'UTC';

let zone = viewerZone;
/** The time zone of the times on the screen: that of its range, or the viewer's. */
export const shownZone = (): string => zone;
/** From now on times are shown in this zone, where no other is named. */
export const showTimesIn = (next: string): void => {
  zone = next;
};

/** A time zone as one reads it: America/New York. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** The day on which weeks begin in a language, from 1 (Monday) to 7. Monday if the browser does not know. */
export function firstWeekday(language = own.locale): number {
  // Some browsers have a function, some a property, some neither.
  const weeks: Partial<Intl.Locale> & { weekInfo?: { firstDay: number } } = new Intl.Locale(language);
  return (weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? 1;
}

const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** A whole number: 12,270. */
export const number = (value: number): string => count.format(value);
/** A number with one digit: 1.4. */
export const decimal = (value: number): string => oneDigit.format(value);
/** A number in little space: 12.3K. */
export const short = (value: number): string => (value < 10_000 ? count : compact).format(value);
/** A share of 0 to 1 in percent: 2.4%. */
export const percent = (value: number): string => share.format(value);

/** A rate with its sample: 2.4%, or 3 of 12 if there are fewer than 30. */
export function rate(hits: number, of: number): string {
  if (of === 0) return '–';
  return of < enoughSessions ? `${number(hits)} of ${number(of)}` : percent(hits / of);
}

/** From this ratio on, a change is said by it: ×12 instead of +1,100%. */
const manifold = 10;

/** The change from one number to the next: +12%, or ×12. Undefined if there is nothing to compare with. */
export function changeOf(now: number, before: number): string | undefined {
  if (before <= 0) return undefined;
  const ratio = now / before;
  return ratio >= manifold ? `×${number(Math.round(ratio))}` : change.format(ratio - 1);
}

/** The change from one rate to the next, in percentage points: +4.6 pts. */
export const pointsOf = (now: number, before: number): string => `${points.format(100 * (now - before))} pts`;

/** Whether two samples are large enough for a ratio between them. */
export const areEnough = (now: number, before: number): boolean => Math.min(now, before) >= enoughSessions;

/** The change of a count that stands beside it: +12%, or "from 2" if one is below 30. A dash if nothing is known. */
export function countChange(now: number, before: number | undefined): string {
  if (before === undefined || (now === 0 && before === 0)) return '–';
  return (areEnough(now, before) && changeOf(now, before)) || `from ${number(before)}`;
}

/** Seconds as a reader says them: 42s, 3m 05s, 1h 12m. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, '0')}s`;
  return `${Math.floor(whole / 3600)}h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}m`;
}

/** The mean time of visits: 1m 07s. Without visits there is none, and nothing is shown as zero. */
export const meanTime = (seconds: number | null, visits: number): string =>
  seconds === null || visits === 0 ? '–' : duration(seconds);

const formats = new Map<string, Intl.DateTimeFormat>();
/** Writes dates of a zone. It is made once for each zone and form. */
export function dateFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options]);
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formats.set(key, found);
  return found;
}

/** A time: RFC 3339, milliseconds since 1970, or a date. */
export type Time = string | number | Date;

/** A day: 22 Nov 2026. */
export const day = (time: Time, of = zone): string =>
  dateFormat(of, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(time));
/** A day without its year: Sun, 22 Nov. */
export const shortDay = (time: Time, of = zone): string =>
  dateFormat(of, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(time));
/** A day of this year: 22 Nov. */
export const shortDate = (time: Time, of = zone): string =>
  dateFormat(of, { day: 'numeric', month: 'short' }).format(new Date(time));
/** A month: Nov 2026. */
export const month = (time: Time, of = zone): string =>
  dateFormat(of, { month: 'short', year: 'numeric' }).format(new Date(time));
/** A time of the day: 14:05. */
export const clock = (time: Time, of = zone): string =>
  dateFormat(of, { hour: '2-digit', minute: '2-digit' }).format(new Date(time));
/** A day and a time: 22 Nov 2026, 14:05. */
export const dayAndTime = (time: Time, of = zone): string =>
  dateFormat(of, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

/** The days from one to another, without the parts that both have: 1–31 Oct 2026. */
export const daySpan = (first: Time, last: Time, of = zone): string =>
  dateFormat(of, { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    new Date(first),
    new Date(last),
  );

/** Days of this year, from one to another: 1–31 Oct. */
export const dateSpan = (first: Time, last: Time, of = zone): string =>
  dateFormat(of, { day: 'numeric', month: 'short' }).formatRange(new Date(first), new Date(last));

const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });

/** The name of a country by its code of two letters: Germany. */
export function country(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** One thing or several: `plural(2, 'visit')` is "2 visits". */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
/** For months and years: "last mo" is no words of anybody. */
const counted = new Intl.RelativeTimeFormat(locale, { style: 'short' });
const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago: 5 min. ago, yesterday. */
export function ago(time: Time, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit || !length) return relative.format(0, 'second');
  return (length > 86_400 ? counted : relative).format(Math.trunc(seconds / length), unit);
}
