import { dayMs, hourMs } from '../../lib/durations.ts';

/** How many share links work at the same time in a workspace, at most. */
export const mostShareLinks = 100;

/** How long a share link can work, in milliseconds. */
export const lifetimes = { '12h': 12 * hourMs, '30d': 30 * dayMs };

/** The longest view, in characters. */
export const longestView = 2000;
