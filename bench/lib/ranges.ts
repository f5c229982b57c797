import type { Interval } from './clock.ts';
import type { RawSessions } from './raw.ts';
import { hourMs } from './shape.ts';
import { until } from './visits.ts';

const quarterMs = hourMs / 4;
const dayMs = 24 * hourMs;

/** A range [start, end) in milliseconds since 1970. A missing side is open. */
interface Range {
  start?: number;
  end?: number;
}
export interface NamedRange extends Range {
  range: string;
}

/** The hours or quarters with the most sessions, the fullest first. */
const fullest = (counts: Map<number, number>) =>
  [...counts].sort(([, a], [, b]) => b - a).map(([number]) => number);

/**
 * Filters by date for a list. Each edge includes all but a millisecond of one of the two fullest quarters of an hour,
 * so the sums of quarters do not have it.
 */
export function listRanges(raw: RawSessions): (Range & { dates: string })[] {
  const [one = 0, two = 0] = fullest(raw.byQuarter());
  const start = Math.min(one, two) * quarterMs + 1;
  const end = (Math.max(one, two) + 1) * quarterMs - 1;
  return [
    { dates: '–' },
    { dates: 'startDate in the peak', start },
    { dates: 'endDate in the peak', end },
    { dates: 'both in peaks', start, end },
  ];
}

/**
 * Of all ranges of this many days, or up to a day less, the one whose analytics read the most sessions one by one. It
 * starts a millisecond after a quarter of an hour begins and ends a millisecond before one ends, so the sums of
 * quarters do not have these two.
 */
function worst(raw: RawSessions, days: number): Range {
  const byQuarter = raw.byQuarter();
  let found: { range: Range; cost: number } = { range: {}, cost: -1 };
  for (const [quarter, count] of byQuarter) {
    for (let length = (days - 1) * 96; length < days * 96; length++) {
      const cost = count + (byQuarter.get(quarter + length) ?? 0);
      const end = (quarter + length + 1) * quarterMs - 1;
      if (cost > found.cost && end < until) found = { range: { start: quarter * quarterMs + 1, end }, cost };
    }
  }
  return found.range;
}

const days = (start: number, count: number, shift = 0) => ({
  start: start + shift,
  end: start + shift + count * dayMs,
});

/** The ranges of the analytics. */
export function analyticsRanges(raw: RawSessions): NamedRange[] {
  const [peak = 0] = fullest(raw.byHour());
  const month = until - 45 * dayMs;
  const year = until - 365 * dayMs;
  return [
    { range: 'the fullest hour', ...days(peak * hourMs, 1 / 24) },
    { range: 'an hour from half past before it', ...days((peak - 0.5) * hourMs, 1 / 24) },
    { range: 'a day', ...days(month, 1) },
    { range: '30 days, midnight to midnight', ...days(month, 30) },
    { range: '30 days from 00:30', ...days(month, 30, hourMs / 2) },
    { range: '30 days from 10:30', ...days(month, 30, 10.5 * hourMs) },
    { range: '30 days, the worst of all', ...worst(raw, 30) },
    { range: 'the last 30 days', ...days(until - 30 * dayMs, 30) },
    { range: 'the year', ...days(year, 365) },
    { range: 'a year from 10:30, less two days', ...days(year, 363, 10.5 * hourMs) },
    { range: '340 days, the worst of all', ...worst(raw, 340) },
    { range: '400 days, ragged', ...days(until - 400 * dayMs, 400, -1) },
    { range: 'from a startDate in the peak', start: peak * hourMs + 1 },
    { range: 'to an endDate in the peak', end: (peak + 1) * hourMs - 1 },
    { range: 'all' },
  ];
}

/** The ranges of the page with many audiences. */
export function secondRanges(): NamedRange[] {
  const month = until - 45 * dayMs;
  return [
    { range: 'a day', ...days(month, 1) },
    { range: '30 days, midnight to midnight', ...days(month, 30) },
    { range: '30 days from 10:07', ...days(month, 30, hourMs * 10 + 7 * 60_000) },
    { range: 'the year', ...days(until - 365 * dayMs, 365) },
    { range: 'all' },
  ];
}

/** The ranges of series, as local dates. Each zone that changes its clocks does so in them, both ways. */
export const seriesRanges: { range: string; interval: Interval; startDate: string; endDate: string }[] = [
  { range: '40 days with a change', interval: 'hour', startDate: '2026-03-01', endDate: '2026-04-10' },
  { range: '40 days with a change back', interval: 'hour', startDate: '2026-09-20', endDate: '2026-10-30' },
  { range: 'the year', interval: 'day', startDate: '2025-11-01', endDate: '2026-10-31' },
  { range: 'the year', interval: 'week', startDate: '2025-11-01', endDate: '2026-10-31' },
  { range: 'the year', interval: 'month', startDate: '2025-11-01', endDate: '2026-10-31' },
];
