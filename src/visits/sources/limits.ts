/** How many deliveries that fit nobody a workspace keeps at most, and how many bytes they have together. */
export const mostKept = 1000;
export const mostKeptBytes = 32 * 1024 * 1024;

/** For how many days they are kept at most. */
export const keptDays = 30;
