import { conditions } from '../../vocabulary/conditions.ts';

/** How many alerts a workspace has at most. */
export const mostAlerts = 50;

const { visits, days } = conditions.accounts_visited.fields;

/** How many visits a condition asks for at most. */
export const mostVisits: number = visits.most;

/** In how many days these visits are, at most. */
export const mostDays: number = days.most;

/** How many firings a preview has at most. */
export const mostPreviewed = 100;

/** How many accounts a weekly report names. */
export const namedAccounts = 5;
