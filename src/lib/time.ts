const dayMs = 86_400_000;
const minuteMs = 60_000;

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
/** The day that was spelled last: most times of an answer are of few days. */
let day = { start: Number.NaN, text: '' };

/**
 * Milliseconds since 1970, a whole number, as a timestamp: RFC 3339 in UTC with milliseconds. Equals
 * `Date.toISOString`, and is some five times as fast. Throws RangeError for what is no time.
 */
export function toTimestamp(milliseconds: number): string {
  const inDay = ((milliseconds % dayMs) + dayMs) % dayMs;
  const start = milliseconds - inDay;
  if (start !== day.start) day = { start, text: new Date(start).toISOString().replace(/T.*$/, 'T') };
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = inDay % 1000;
  const fraction = `${Math.floor(rest / 100)}${twoDigits[rest % 100]}`;
  return `${day.text}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${fraction}Z`;
}

/** As `toTimestamp`, of a time that may be null. */
export const toTimestampOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTimestamp(milliseconds);

/** A date and time of RFC 3339 (5.6) on a day that there is; a second of 60 is for `parseTimestamp` to judge. */
export const rfc3339 =
  /^((?:\d\d(?:[2468][048]|[13579][26]|0[48])|(?:[02468][048]|[13579][26])00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))[Tt]((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+\-])([01]\d|2[0-3]):([0-5]\d))$/v;

/** Where in a day the minute lies that a leap second makes longer, 23:59 UTC. */
const leapMinute = dayMs - minuteMs;

/**
 * Milliseconds since 1970 of a time in any spelling of RFC 3339; undefined for other text. Finer fractions are
 * rounded up, so that what is on the millisecond stays on its side of a range [start, end). A leap second is the
 * first instant of the next minute.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, minute, second, fraction = '', sign, hours, minutes] = rfc3339.exec(text) ?? [];
  if (date === undefined) return undefined;
  const offset =
    sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  const start = Date.parse(`${date}T${minute}:00.000Z`) - offset;
  if (second === '60') return ((start % dayMs) + dayMs) % dayMs === leapMinute ? start + minuteMs : undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const isFiner = /[1-9]/.test(fraction.slice(3));
  return start + Number(second) * 1000 + milliseconds + (isFiner ? 1 : 0);
}
