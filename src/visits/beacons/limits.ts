/** The most characters of a list of names that a visit has found on its page: there are 32 KiB for all of a visit. */
export const longestReport = 640;
