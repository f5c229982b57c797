/** Durations in milliseconds. A day is one of UTC. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** How far ahead of ours the clock may be that the times of a session come from, in milliseconds. */
export const clockTolerance = 5 * minuteMs;

/**
 * How long, in milliseconds, D1 may be given the same log again, with a wide margin: a request has 10 seconds, and D1 goes
 * on for 30.
 */
export const retriedFor = 5 * minuteMs;

/** How long a queue and its dead-letter queue may hold a message, in milliseconds. */
export const heldByQueues = 14 * dayMs;
