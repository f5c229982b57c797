import { dayMs } from './durations.ts';

/** How long a queue and its dead-letter queue may hold a message, in milliseconds. */
export const heldByQueues = 14 * dayMs;
