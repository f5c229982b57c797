import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';

/** How long, in milliseconds, the code of a sign-in link can be exchanged. */
export const codeLifetime = 15 * minuteMs;
/** How long, in milliseconds, the key of a sign-in is valid. */
export const keyLifetime = 12 * hourMs;
/** How long, in milliseconds, the list of keys shows the key of a sign-in after its end. */
export const keyShownFor = 30 * dayMs;
