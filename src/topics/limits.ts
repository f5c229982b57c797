/** A sort order lies between this and its negative. */
export const largestSortOrder = 1e9;
/** Entries that a topic holds at most: every answer with a topic shows all of them. */
export const mostEntries = 50;
