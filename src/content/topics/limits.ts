/** The largest sort order. The smallest is its negative. */
export const largestSortOrder = 1e9;
/** The most entries of a topic: every answer with a topic shows all of them. */
export const mostEntries = 50;
