/** How long, in milliseconds, a session waits for more activity before it is closed. */
export const idleTime = 30 * 60_000;
/** How long, in milliseconds, a session may be; the tracker then begins another. */
export const longestSession = 24 * 3_600_000;

/** Days that sessions are kept at least: a shorter time would remove some that are not over. */
const fewestDays = 2;

/**
 * The time, in milliseconds since 1970, before which sessions are removed; 0, which is before all, when no number
 * of days is configured, or none above 0.
 */
export function retentionStart(days: string, now: number): number {
  const value = Number(days);
  if (!(value > 0 && Number.isFinite(value))) return 0;
  return now - Math.max(value, fewestDays) * 86_400_000;
}

/**
 * The time from which on a session must have begun for its visits to be merged: beacons of one session disagree
 * on its beginning by less than its longest time, so that one that was removed does not come back.
 */
export const mergeStart = (retention: number): number => (retention === 0 ? 0 : retention + longestSession);
