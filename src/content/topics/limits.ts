/** The largest sort order. The smallest is its negative. */
export const largestSortOrder = 1e9;
/** The most entries of a topic, because every answer with a topic shows all of them, and the most characters of texts. */
export const limits = { entries: 50, entry: 1000, title: 255, purpose: 2000 };
