import { dayMs, hourMs } from '../../lib/durations.ts';
import { instantOf, localOf } from '../../lib/time-zone.ts';
import type { AlertCondition } from '../../vocabulary/conditions.ts';

/** When a day of a zone begins. `day` is in days since 1970. */
export const startOfDay = (day: number, zone: string): number => instantOf(day * dayMs, zone);

/** The day of a zone in which an instant is, in days since 1970. */
export function dayOf(instant: number, zone: string): number {
  let day = Math.floor(localOf(instant, zone) / dayMs);
  // A clock that is set back over midnight shows the day before again.
  while (startOfDay(day + 1, zone) <= instant) day++;
  return day;
}

/** A day as text: `2026-11-26`. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The first Monday on a day or after it. Day 4 was one. */
const mondayFrom = (day: number): number => day + ((((4 - day) % 7) + 7) % 7);

/** When the cron looks at conditions, in milliseconds after midnight of the local clock. */
const hours = { conversions_changed: hourMs, weekly_report: 8 * hourMs };

/** The day on which the cron looks at a condition: this one, or one after it. */
const lookDay = ({ type }: AlertCondition, day: number) => (type === 'weekly_report' ? mondayFrom(day) : day);

/**
 * When the cron looks at an alert next, after an instant: each day at 1:00 of the local clock, when the visits of the
 * day before are in, or each Monday at 8:00. Null for a condition that visits meet.
 */
export function nextDueAt(condition: AlertCondition, zone: string, after: number): number | null {
  if (condition.type !== 'conversions_changed' && condition.type !== 'weekly_report') return null;
  for (let from = dayOf(after, zone); ; from++) {
    const day = lookDay(condition, from);
    const at = instantOf(day * dayMs + hours[condition.type], zone);
    if (at > after) return at;
    from = day;
  }
}

/** The last time from `from` to `now` at which the cron looks at an alert. Undefined if there is none. */
export function lastDueAt(
  condition: AlertCondition,
  zone: string,
  from: number,
  now: number,
): number | undefined {
  let last: number | undefined;
  for (let at = nextDueAt(condition, zone, from - 1); at !== null && at <= now; ) {
    last = at;
    at = nextDueAt(condition, zone, at);
  }
  return last;
}
