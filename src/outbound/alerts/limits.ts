/** How many alerts a workspace has at most. */
export const mostAlerts = 50;

/** How many accounts or persons a condition names at most. */
export const mostSubjects = 100;

/** How many visits a condition asks for at most. */
export const mostVisits = 100;

/** In how many days these visits are, at most. */
export const mostDays = 30;

/** How many firings a preview has at most. */
export const mostPreviewed = 100;

/** How many accounts a weekly report names. */
export const namedAccounts = 5;
