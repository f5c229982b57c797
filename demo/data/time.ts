export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time this many milliseconds after `at`. */
export const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

/** Seconds since 1970. */
export const epoch = (at: Date) => Math.floor(at.getTime() / 1000);
