/** The most arms of a test, with the live version. */
export const mostArms = 4;
/** The most characters of the name of a test. */
export const longestName = 100;
