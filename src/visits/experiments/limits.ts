/** The most arms of a test, with the live version. */
export const mostArms = 4;
