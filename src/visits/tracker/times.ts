// Milliseconds. They are exported for the minifier too, which copies numbers from one file into another only.

/** How long after an input a visitor counts as active. */
export const attention = 30_000;

/** The most time that one tick may add. Timers are throttled and computers sleep, and that time is not engagement. */
export const longestTick = 2000;

/** When the collector gets the first beacon of a session. */
export const firstBeacon = 500;

/** How long a change may wait when nothing else sends it. A tab that crashes loses no more than that. */
export const heartbeat = 180_000;

/** When a beacon that has failed is sent again. */
export const retryAfter = 15_000;

/** How long a document may load before its height is taken as it is. */
export const loading = 10_000;

/** How old a session is before a page that is shown without scrolling counts as seen, unless it is left before. */
export const patience = 5000;

/** A session ends so long before the longest time that a beacon can report: time for a heartbeat and a retry. */
export const margin = 300_000;
