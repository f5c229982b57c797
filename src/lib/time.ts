import { dayMs, minuteMs } from './durations.ts';
import { each } from './each.ts';

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
/** The day that was formatted last: most times in one answer fall on few days. */
let day = { start: Number.NaN, text: '' };

/**
 * Formats milliseconds since 1970, a whole number, as RFC 3339 in UTC with milliseconds. The result equals
 * `Date.toISOString`, which takes five times as long. Throws RangeError when the number is not a time.
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

/** As `toTimestamp`, for a time that may be null. */
export const toTimestampOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTimestamp(milliseconds);

/** Times of a row by their names, as `toTimestampOrNull` formats them. */
export const timesOf = <Name extends string, Row extends Record<Name, number | null>>(
  row: Row,
  names: readonly Name[],
) =>
  each(names, (name) => toTimestampOrNull(row[name])) as {
    [K in Name]: Row[K] extends number ? string : string | null;
  };

/** The parts of a date and time in RFC 3339 (5.6): a day that exists, hour and minute, second, fraction, offset. */
const parts = {
  day: /((?:\d\d(?:[2468][048]|[13579][26]|0[48])|(?:[02468][048]|[13579][26])00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))/v
    .source,
  minute: /((?:[01]\d|2[0-3]):[0-5]\d)/v.source,
  second: /([0-5]\d|60)(?:\.(\d+))?/v.source,
  offset: /(?:[Zz]|([+\-])([01]\d|2[0-3]):([0-5]\d))/v.source,
};

/** A date and time of RFC 3339 (5.6), on a day that exists. `parseTimestamp` checks a second of 60. */
export const rfc3339 = new RegExp(`^${parts.day}[Tt]${parts.minute}:${parts.second}${parts.offset}$`, 'v');

/** The milliseconds of a day before 23:59 UTC, the minute that a leap second makes longer. */
const leapMinute = dayMs - minuteMs;

/** The offset of a match, in milliseconds. */
function offsetIn(match: RegExpExecArray): number {
  const [sign, hours, minutes] = match.slice(5);
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/**
 * Parses a time in any spelling of RFC 3339 into milliseconds since 1970. Undefined for other text. Fractions of a
 * millisecond are rounded up, which leaves the result on the same side of a range [start, end) of whole milliseconds.
 * A leap second is the first instant of the next minute.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [, date, minute, second, fraction = ''] = match;
  const start = Date.parse(`${date}T${minute}:00.000Z`) - offsetIn(match);
  if (second === '60') return ((start % dayMs) + dayMs) % dayMs === leapMinute ? start + minuteMs : undefined;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const isFiner = /[1-9]/.test(fraction.slice(3));
  return start + Number(second) * 1000 + milliseconds + (isFiner ? 1 : 0);
}
