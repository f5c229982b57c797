import { hourMs, minuteMs } from '../../lib/durations.ts';

/** How long, in milliseconds, the code of a sign-in link can be exchanged. */
export const codeLifetime = 15 * minuteMs;
/** How long, in milliseconds, the key of a sign-in is valid. */
export const keyLifetime = 12 * hourMs;
