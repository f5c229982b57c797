import { dayMs, hourMs } from '../../lib/durations.ts';
import { instantOf, localOf } from '../../lib/time-zone.ts';
import { type AlertCondition, conditions, isTimed } from '../../vocabulary/conditions.ts';

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

/**
 * When the cron looks at an alert next, after an instant: each day or Monday, at an hour of the local clock. Null for a
 * condition that it does not look at by time.
 */
export function nextDueAt(condition: AlertCondition, zone: string, after: number): number | null {
  if (!isTimed(condition)) return null;
  const { hour, isOnMondays } = conditions[condition.type].due;
  for (let from = dayOf(after, zone); ; from++) {
    const day = isOnMondays ? mondayFrom(from) : from;
    const at = instantOf(day * dayMs + hour * hourMs, zone);
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
