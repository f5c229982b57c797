/** The most rows of a campaign. */
export const mostRows = 10_000;
/** How many calls that changed rows a campaign notes: far more than others make before one is sent again. */
export const keptCalls = 64;
/** The most rows of a request that queues them. */
export const mostQueued = 1000;
/** The most campaigns of a page. */
export const mostCampaigns = 100;
/** The most columns of a row, besides the fields of its person. */
export const mostColumns = 50;
/** The most columns that the words of a campaign name. */
export const mostNamed = 500;
/** The most characters of a value. */
export const longestValue = 2000;
/** The most characters of a row, as JSON. */
export const longestRow = 10_000;
/** The most rows that could not be changed that a job names. */
export const mostProblems = 20;
/** The most characters of why a step of a job has failed. */
export const longestError = 200;
/** The most values of a column that results name. */
export const mostValues = 100;
