import { minuteMs } from './durations.ts';

/** How far ahead of ours the clock may be that the times of a session come from, in milliseconds. */
export const clockTolerance = 5 * minuteMs;
