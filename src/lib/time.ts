/** Milliseconds since 1970 as a timestamp: RFC 3339 in UTC with milliseconds. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** As `toTimestamp`, of a time that may be null. */
export const toTimestampOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTimestamp(milliseconds);
