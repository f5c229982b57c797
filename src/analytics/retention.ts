import { dayMs } from '../lib/durations.ts';
import { startOfDay } from '../lib/range.ts';

/** Whether sessions can be kept for this number of days: at least two, because a session may last one day. */
export const isRetention = (days = ''): boolean => /^\d{1,5}$/.test(days) && Number(days) >= 2;

/**
 * The time, in milliseconds since 1970, before which sessions are removed: the start of a day (UTC). 0, which removes
 * none, when `days` is unset or `isRetention` refuses it.
 */
export const retentionStart = (days: string | undefined, now: number): number =>
  isRetention(days) ? startOfDay(now - Number(days) * dayMs) : 0;
