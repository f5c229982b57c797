/** How long, in milliseconds, a session may be inactive before it is closed. */
export const idleTime = 30 * 60_000;
/** The longest duration of a session, in milliseconds. The tracker then begins another. */
export const longestSession = 24 * 3_600_000;

/** Whether sessions can be kept for this number of days: at least two, because a session may last one day. */
export const isRetention = (days = ''): boolean => /^\d{1,5}$/.test(days) && Number(days) >= 2;

/**
 * The time, in milliseconds since 1970, before which sessions are removed. 0, which removes none, when `days` is
 * unset or `isRetention` refuses it.
 */
export const retentionStart = (days: string | undefined, now: number): number =>
  isRetention(days) ? now - Number(days) * 86_400_000 : 0;
