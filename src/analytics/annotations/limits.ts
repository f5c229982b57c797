/** The longest note, in characters. */
export const longestText = 200;
