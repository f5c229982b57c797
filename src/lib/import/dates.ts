import { dayMs } from '../durations.ts';
import { parseTimestamp, toTimestamp } from '../time.ts';
import { instantOf } from '../time-zone.ts';
import type { Reading } from './phone.ts';

/** What comes first in dates such as 03/04/2026. */
export type DayOrder = 'day' | 'month';

/** How the dates of a column are read. */
export interface DateChoices {
  /** The zone of times without an offset, and of days. */
  zone: string;
  /** Undefined refuses 03/04/2026. */
  order?: DayOrder | undefined;
  /** Numbers are days of Excel, counted since 1900. */
  areSerials: boolean;
}

const time = /(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?)?/i.source;
const offset = /\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?/i.source;
const spelling = (date: RegExp) => new RegExp(`^${date.source}${time}${offset}$`, 'i');

const yearFirst = spelling(/(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/);
const dotted = spelling(/(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/);
const slashed = spelling(/(\d{1,2})[/-](\d{1,2})[/-](\d{4})/);
const dayName = spelling(/(\d{1,2})\.?[ -](\p{L}{3,9})\.?,?[ -](\d{4})/u);
const monthName = spelling(/(\p{L}{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})/u);
const unicode = (pattern: RegExp) => new RegExp(pattern.source, 'iu');
const [namedDay, namedMonth] = [unicode(dayName), unicode(monthName)];

/** The months by their first three letters, in English and German. */
const months = new Map(
  [
    'jan',
    'feb',
    'mar mär mrz',
    'apr',
    'may mai',
    'jun',
    'jul',
    'aug',
    'sep',
    'oct okt',
    'nov',
    'dec dez',
  ].flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);
const monthOf = (name = ''): number => months.get(name.slice(0, 3).toLowerCase()) ?? 0;

/** Day 1 of Excel's count is 1 January 1900, and it has a 29 February 1900: so 1970 begins with day 25569. */
const excelEpoch = 25_569;
/** The numbers that are days between 1970 and 2100. */
export const isSerial = (number: number) => number >= excelEpoch && number < 73_051;

/** Whether a text says which of day and month comes first: 13/04/2026. Undefined if it is no such date or may be both. */
export function orderIn(text: string): DayOrder | undefined {
  const [, first, second] = slashed.exec(text.trim()) ?? [];
  if (Number(first) > 12 && Number(second) <= 12) return 'day';
  return Number(second) > 12 && Number(first) <= 12 ? 'month' : undefined;
}

type Part = string | undefined;
interface Day {
  year: number;
  month: number;
  day: number;
  rest: Part[];
}

/** The day of a text, and the parts of its time. */
function dayOf(text: string, order: DayOrder | undefined): Day | 'ambiguous' | undefined {
  const day = (year: Part, month: Part | number, of: Part, rest: Part[]): Day => ({
    year: Number(year),
    month: Number(month),
    day: Number(of),
    rest,
  });
  const first = yearFirst.exec(text);
  if (first) return day(first[1], first[2], first[3], first.slice(4));
  const dots = dotted.exec(text);
  if (dots) return day(dots[3], dots[2], dots[1], dots.slice(4));
  const slashes = slashed.exec(text);
  if (slashes) {
    const [, one, two, year, ...rest] = slashes;
    const known = one === two ? 'day' : (orderIn(text) ?? order);
    if (known === undefined) return 'ambiguous';
    return known === 'day' ? day(year, two, one, rest) : day(year, one, two, rest);
  }
  const named = namedDay.exec(text);
  if (named) return day(named[3], monthOf(named[2]), named[1], named.slice(4));
  const month = namedMonth.exec(text);
  return month ? day(month[3], monthOf(month[1]), month[2], month.slice(4)) : undefined;
}

/** Milliseconds of the clock, or undefined for a time that no clock shows. */
function clockOf([hours, minutes = '0', seconds = '0', fraction = '', half]: Part[]): number | undefined {
  if (hours === undefined) return 0;
  const shown = Number(hours);
  if (half !== undefined && (shown < 1 || shown > 12)) return undefined;
  const hour = half === undefined ? shown : (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return (
    ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, '0'))
  );
}

/** An offset in milliseconds. Undefined for none. */
function offsetOf(text: Part): number | undefined {
  if (text === undefined) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** A date of a spreadsheet as an instant. None is guessed: what may be two days is refused. */
export function readDate(cell: string, { zone, order, areSerials }: DateChoices): Reading {
  const text = cell.trim().replace(/^'/, '');
  const exact = parseTimestamp(text);
  if (exact !== undefined) return { value: toTimestamp(exact) };
  if (/^\d+(?:[.,]\d+)?$/.test(text)) {
    const serial = Number(text.replace(',', '.'));
    if (!isSerial(serial)) return { problem: 'is a number that is no date' };
    if (!areSerials)
      return { problem: 'is a number: if it is a date of Excel, say that this column has dates of Excel' };
    const seconds = Math.round((serial - excelEpoch) * (dayMs / 1000));
    return { value: toTimestamp(instantOf(seconds * 1000, zone)) };
  }
  const found = dayOf(text, order);
  if (found === 'ambiguous')
    return { problem: 'may begin with the day or with the month: choose which of them comes first' };
  if (found === undefined) {
    const isShort = /^\d{1,2}[./-]\d{1,2}[./-]\d\d\b/.test(text);
    return {
      problem: isShort ? 'has a year of two digits' : 'is no date that can be read, such as 2026-04-03 14:05',
    };
  }
  const { year, month, day, rest } = found;
  const local = Date.UTC(year, month - 1, day);
  const shown = new Date(local);
  const clock = clockOf(rest);
  if (month < 1 || shown.getUTCMonth() !== month - 1 || shown.getUTCDate() !== day || clock === undefined)
    return { problem: 'is a day or a time that does not exist' };
  const ahead = offsetOf(rest[5]);
  const at = local + clock;
  return { value: toTimestamp(ahead === undefined ? instantOf(at, zone) : at - ahead) };
}
