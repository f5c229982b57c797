/** How long, in milliseconds, a session waits for more activity before it is closed. */
export const idleTime = 30 * 60_000;
/** How long, in milliseconds, a session may be; the tracker then begins another. */
export const longestSession = 24 * 3_600_000;

/** Whether a number of days is configured that sessions can be kept for: in fewer than two some are not over. */
export const isRetention = (days = ''): boolean => /^\d{1,5}$/.test(days) && Number(days) >= 2;

/**
 * The time, in milliseconds since 1970, before which sessions are removed; 0, which is before all, when no number
 * of days is configured, or one that `isRetention` refuses.
 */
export const retentionStart = (days: string | undefined, now: number): number =>
  isRetention(days) ? now - Number(days) * 86_400_000 : 0;
