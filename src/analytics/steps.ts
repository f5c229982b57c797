import { dayMs, hourMs } from '../lib/durations.ts';
import { validationError } from '../lib/errors.ts';
import type { Range } from '../lib/range.ts';
import { toTimestamp } from '../lib/time.ts';
import { instantOf, localOf, nextFullHour } from '../lib/time-zone.ts';

const weekMs = 7 * dayMs;
/** Monday, 5 January 1970. */
const someMonday = 4 * dayMs;

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** The most steps that one answer has. */
export const mostSteps = 1000;

/** How long a step is at most when clocks do not change, in milliseconds. No step is twice as long. */
const lengths: Record<Interval, number> = { hour: hourMs, day: dayMs, week: weekMs, month: 31 * dayMs };

/** The first moment of a month, `later` months after the month of a local time. */
function monthOf(local: number, later: number): number {
  const date = new Date(local);
  date.setUTCHours(0, 0, 0, 0);
  return date.setUTCMonth(date.getUTCMonth() + later, 1);
}

/** The local time at which the step begins that has a local time, and the local time of the step after it. */
const calendar: Record<Exclude<Interval, 'hour'>, (local: number) => [start: number, next: number]> = {
  day: (local) => {
    const start = Math.floor(local / dayMs) * dayMs;
    return [start, start + dayMs];
  },
  week: (local) => {
    const start = Math.floor((local - someMonday) / weekMs) * weekMs + someMonday;
    return [start, start + weekMs];
  },
  month: (local) => [monthOf(local, 0), monthOf(local, 1)],
};

/** The instants at which steps begin, without end. The first is at or before `start`. Some may occur twice. */
function* beginnings(start: number, interval: Interval, zone: string): Generator<number> {
  if (interval === 'hour') {
    // Two full hours are less than two hours apart, also where clocks change by half an hour.
    for (let at = nextFullHour(start - 2 * hourMs, zone); ; at = nextFullHour(at, zone)) yield at;
  }
  const stepOf = calendar[interval];
  for (let [local] = stepOf(localOf(start, zone)); ; [, local] = stepOf(local)) yield instantOf(local, zone);
}

/**
 * The boundaries of all steps of a zone's calendar that touch a range, in milliseconds since 1970: n + 1 for n steps,
 * each later than the one before. None for an empty range, undefined for more than 1,000 steps.
 *
 * - An hour lasts from a full hour of the local clock to the next. When clocks are set back, an hour comes twice, and
 *   each is a step. Where clocks change by half an hour, the hour of the change lasts 30 or 90 minutes.
 * - A day begins when the clock first shows its date: at 01:00 if the clock skips midnight. A date that is skipped is
 *   no step.
 * - A week begins on Monday (ISO 8601), a month on its first day.
 */
export function stepsOf({ start, end }: Range, interval: Interval, zone: string): number[] | undefined {
  if (start >= end) return [];
  // A range with an open side has thousands of years: counting to 1,000 months would take milliseconds.
  if (end - start > 2 * mostSteps * lengths[interval]) return undefined;
  const steps: number[] = [];
  for (const at of beginnings(start, interval, zone)) {
    if (at <= start) steps[0] = at;
    else if (at !== steps.at(-1)) steps.push(at);
    if (at >= end) break;
    if (steps.length > mostSteps) return undefined;
  }
  return steps;
}

/** The steps of a series. */
export interface Steps {
  interval: Interval;
  timezone: string;
}

/** The times at which the steps of a range begin, and the end of the last. Throws `validation_failed` for `path`. */
export function stepsOrThrow(
  range: Range,
  { interval, timezone }: Steps,
  path: 'endDate' | 'compareEndDate' = 'endDate',
): number[] {
  const steps = stepsOf(range, interval, timezone);
  if (steps) return steps;
  const message = `must not make more than ${mostSteps} steps with this interval`;
  throw validationError([{ in: 'query', path, code: 'too_large', message }]);
}

/** When each step begins, and the first moment after it. */
export const timesOf = (steps: number[]) =>
  steps.slice(1).map((end, index) => ({ start: toTimestamp(steps[index] ?? 0), end: toTimestamp(end) }));

/** The steps, cut to the range. */
export const boundariesOf = (steps: number[], { start, end }: Range) =>
  steps.map((at) => Math.min(Math.max(at, start), end));

/** The index of the piece that a time is in, between two of some boundaries; -1 for none. */
export function pieceAt(boundaries: readonly number[], at: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low === boundaries.length ? -1 : low - 1;
}
