import { daySpan, firstWeekday } from '../lib/format.ts';
import { zoneOf } from '../lib/usual-zone.ts';
import { here, type Query } from '../nav/router.ts';
import { type Compared, type Comparison, comparedIn, elapsedOf, type Move, shortened } from './compare.ts';
import {
  addDays,
  type Days,
  daysBetween,
  daysIn,
  monthStart,
  type Span,
  spanIn,
  todayIn,
  weekStart,
} from './days.ts';

export type { Span } from './days.ts';

interface Named {
  label: string;
  keys: string;
  /** How many days it has until today, if always the same. */
  days?: number;
  /** It is compared with the week, the months or the year before. Other ranges are compared by weekday. */
  unit?: Move;
}

/** The ranges of the picker by their name in the address. */
export const ranges = {
  today: { label: 'Today', keys: 'd', days: 1 },
  yesterday: { label: 'Yesterday', keys: 'b d' },
  '7d': { label: 'Last 7 days', keys: 'w', days: 7 },
  week: { label: 'This week', keys: 'i w', unit: { days: 7 } },
  'last-week': { label: 'Last week', keys: 'b w', unit: { days: 7 } },
  '30d': { label: 'Last 30 days', keys: 'm', days: 30 },
  month: { label: 'This month', keys: 'h', unit: { months: 1 } },
  'last-month': { label: 'Last month', keys: 'b m', unit: { months: 1 } },
  '90d': { label: 'Last 90 days', keys: 'q', days: 90 },
  '12m': { label: 'Last 12 months', keys: 'y', unit: { months: 12 } },
  year: { label: 'This year', keys: 'i y', unit: { months: 12 } },
} as const satisfies Record<string, Named>;
/** The name of a range in the address. */
export type RangeName = keyof typeof ranges;
/** The range of an address that names none. */
const standardRange = '30d' satisfies RangeName;
export type Interval = 'hour' | 'day' | 'week' | 'month';

export interface Range extends Span {
  name: RangeName | 'custom';
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
  /** What it is compared with. Undefined if with nothing. */
  comparison: Comparison | undefined;
  /** The name of what it is compared with, in a chart: "Period before". */
  beforeLabel: string;
  /** What it is compared with, as a chart shows it: of hours no more than the range has. */
  before: Span | undefined;
  /** What figures are compared with: while the range is not over, it ends at the same time of day. */
  elapsed: Span | undefined;
  /** `elapsed` ends at the same time of day. */
  isPart: boolean;
}

function daysOf(name: RangeName, today: string, weekday: number): Days {
  const until = addDays(today, 1);
  const week = weekStart(today, weekday);
  switch (name) {
    case 'yesterday':
      return { from: addDays(today, -1), until: today };
    case 'week':
      return { from: week, until };
    case 'last-week':
      return { from: addDays(week, -7), until: week };
    case 'month':
      return { from: monthStart(today), until };
    case 'last-month':
      return { from: monthStart(today, -1), until: monthStart(today) };
    case '12m':
      return { from: monthStart(today, -11), until: monthStart(today, 1) };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, until };
    default:
      return { from: addDays(until, -ranges[name].days), until };
  }
}

/** Years are shown by months once they have some. */
function intervalOf(name: string, { from, until }: Days): Interval {
  const days = daysBetween(from, until);
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 366 && name === 'custom' ? 'week' : 'month';
}

/** The days of a zone, as one reads them. A date without a time is at midnight in UTC. */
const daysInWords = ({ from, until }: Days): string => daySpan(from, addDays(until, -1), 'UTC');

/** What a range is compared with, in a chart. */
function labelOf(compared: Compared | undefined): string {
  if (compared?.comparison === 'custom') return daysInWords(compared.days);
  return compared?.comparison === 'year' ? 'Year before' : 'Period before';
}

const nameIn = ({ range }: Query): RangeName =>
  range && Object.hasOwn(ranges, range) ? (range as RangeName) : standardRange;

/** A range within a sentence, as a time: this month, in the last 30 days. */
export function whenWords({ name, words }: Pick<Range, 'name' | 'words'>): string {
  if (name === 'custom') return 'in these days';
  return /\d/.test(name) ? `in the ${words}` : words;
}

/** What a chart shows, in words: "Visits per day, last 30 days". */
export const perStep = (what: string, { interval, words }: Range): string =>
  `${what} per ${interval}, ${words}`;

/**
 * Reads the range of an address: `range`, or `from` and `to` (its last day), `zone`, and `compare` (`off` compares
 * nothing; `weekday`, `previous`, `year`, or `custom` with `compareFrom` and `compareTo`). Its days are days of the zone. Weeks
 * begin on `weekday`.
 */
export function rangeOf(query: Query, now = Date.now(), weekday = firstWeekday()): Range {
  const zone = zoneOf(query.zone);
  const today = todayIn(zone, now);
  const chosen = daysIn(query.from, query.to);
  const name = chosen ? 'custom' : nameIn(query);
  const days = chosen ?? daysOf(nameIn(query), today, weekday);
  const named: Named | undefined = name === 'custom' ? undefined : ranges[name];
  const interval = intervalOf(name, days);
  const found = comparedIn(query, days, named?.unit);
  // A day more, such as a 29 February, would have no hours beside it.
  const shown = found && interval === 'hour' ? shortened(found.days, days) : found?.days;
  const compared = found?.move && shown ? { ...found, days: shown } : found;
  const elapsed = compared && elapsedOf(compared, days, { zone, today, now });
  return {
    name,
    label: named?.label ?? daysInWords(days),
    words: named?.label.toLowerCase() ?? daysInWords(days),
    zone,
    firstDay: days.from,
    lastDay: addDays(days.until, -1),
    interval,
    ...spanIn(zone, days),
    isOver: days.until <= today,
    comparison: compared?.comparison,
    beforeLabel: labelOf(compared),
    before: shown && spanIn(zone, shown),
    elapsed,
    isPart: compared !== undefined && elapsed?.endDate !== spanIn(zone, compared.days).endDate,
  };
}

/** The address of this screen with another range. Days that were chosen to compare with belong to another range. */
export const rangeAddress = (name: RangeName, compare: Comparison | undefined): string =>
  here({
    range: name === standardRange ? undefined : name,
    from: undefined,
    to: undefined,
    ...(compare === 'custom' && comparedNot),
  });

const comparedNot = { compare: undefined, compareFrom: undefined, compareTo: undefined };

/** The address of this screen with its range compared in another way, or with nothing. */
export const compareAddress = (compare: Exclude<Comparison, 'custom'> | 'off'): string =>
  here({ ...comparedNot, compare: compare === 'matched' ? undefined : compare });
