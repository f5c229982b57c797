import type { DateRange } from '../../src/sessions/spans.ts';
import type { RawSessions } from './raw.ts';
import { hourMs } from './shape.ts';
import { until } from './visits.ts';

const quarterMs = hourMs / 4;
const dayMs = 24 * hourMs;
const datesOf = (start: number, end: number) => ({
  startDate: new Date(start).toISOString(),
  endDate: new Date(end).toISOString(),
});

export interface NamedRange extends DateRange {
  range: string;
  /** The most rows that the analytics may read. */
  limit: number;
}

/** The hours with the most sessions, the fullest first. */
const fullest = (byHour: Map<number, number>) =>
  [...byHour].sort(([, a], [, b]) => b - a).map(([hour]) => hour);

/** Filters by date for a list. Each edge includes all but a millisecond of one of the two fullest hours. */
export function listRanges(raw: RawSessions): { dates: string; range: DateRange }[] {
  const [one = 0, two = 0] = fullest(raw.byHour());
  const startDate = new Date(Math.min(one, two) * hourMs + 1).toISOString();
  const endDate = new Date((Math.max(one, two) + 1) * hourMs - 1).toISOString();
  return [
    { dates: '–', range: {} },
    { dates: 'startDate in the peak', range: { startDate } },
    { dates: 'endDate in the peak', range: { endDate } },
    { dates: 'both in peaks', range: { startDate, endDate } },
  ];
}

/**
 * Of all ranges of this many days, or up to a day less, the one whose analytics read the most sessions one by one. It
 * starts a millisecond after a quarter of an hour begins and ends a millisecond before one ends, so the rollups do not
 * have the sums of these two quarters.
 */
function worst(raw: RawSessions, days: number): DateRange {
  const byQuarter = raw.byQuarter();
  let found = { dates: {}, cost: -1 };
  for (const [quarter, count] of byQuarter) {
    for (let length = (days - 1) * 96; length < days * 96; length++) {
      const cost = count + (byQuarter.get(quarter + length) ?? 0);
      if (cost <= found.cost || (quarter + length + 1) * quarterMs > until) continue;
      found = { dates: datesOf(quarter * quarterMs + 1, (quarter + length + 1) * quarterMs - 1), cost };
    }
  }
  return found.dates;
}

/** The ranges of the analytics, and the rows that each may read. */
export function analyticsRanges(raw: RawSessions): NamedRange[] {
  const [peak = 0] = fullest(raw.byHour());
  const month = until - 45 * dayMs;
  const year = until - 365 * dayMs;
  const days = (start: number, count: number, shift = 0) =>
    datesOf(start + shift, start + shift + count * dayMs);
  const short = 5000;
  const long = 45_000;
  return [
    { range: 'the fullest hour', ...datesOf(peak * hourMs, (peak + 1) * hourMs), limit: short },
    {
      range: 'an hour from half past before it',
      ...datesOf((peak - 0.5) * hourMs, (peak + 0.5) * hourMs),
      limit: short,
    },
    { range: 'a day', ...days(month, 1), limit: short },
    { range: '30 days, midnight to midnight', ...days(month, 30), limit: short },
    { range: '30 days from 00:30', ...days(month, 30, hourMs / 2), limit: short },
    { range: '30 days from 10:30', ...days(month, 30, 10.5 * hourMs), limit: short },
    { range: '30 days, the worst of all', ...worst(raw, 30), limit: short },
    { range: 'the year', ...days(year, 365), limit: long },
    { range: 'a year from 10:30, less two days', ...days(year, 363, 10.5 * hourMs), limit: long },
    { range: '340 days, the worst of all', ...worst(raw, 340), limit: long },
    { range: '400 days, ragged', ...days(until - 400 * dayMs, 400, -1), limit: long },
    {
      range: 'from a startDate in the peak',
      startDate: new Date(peak * hourMs + 1).toISOString(),
      limit: long,
    },
    {
      range: 'to an endDate in the peak',
      endDate: new Date((peak + 1) * hourMs - 1).toISOString(),
      limit: long,
    },
    { range: 'all', limit: long },
  ];
}
