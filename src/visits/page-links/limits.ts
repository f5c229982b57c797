/** The most characters of what says who a visitor is. */
export const longestVisitor = 200;
