/** A scheme, a host of 253 characters, and a port. */
export const longestOrigin = 267;

/** The longest id of a page that does not exist which is kept: ids of pages have 31 characters. */
export const longestPageId = 64;

/** How many origins that were refused are kept of a day, and how many pages that do not exist. Anyone can send any. */
export const refusedOfDay = 20;
/** For how many UTC days they are kept. */
export const refusedDays = 7;
/** How many are kept at most. */
export const mostRefused = refusedOfDay * refusedDays;
