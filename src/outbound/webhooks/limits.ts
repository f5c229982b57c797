/** How many webhooks a workspace has at most. */
export const mostWebhooks = 20;

/** How many answers to failed attempts are kept of a webhook. */
export const answerPlaces = 20;

/** How much is kept of an answer, in bytes. */
export const longestKept = 1024;
