import { dayMs } from '../lib/durations.ts';
import { startOfDay } from '../lib/range.ts';

/** Whether sessions can be kept for this number of days: at least two, because a session may last one day. */
export const isRetention = (days = ''): boolean => /^\d{1,5}$/.test(days) && Number(days) >= 2;

/** The time before which sessions are removed: the start of a day (UTC). 0 for none: `days` is unset or refused. */
export const retentionStart = (days: string | undefined, now: number): number =>
  isRetention(days) ? startOfDay(now - Number(days) * dayMs) : 0;
