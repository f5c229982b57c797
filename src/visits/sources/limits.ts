/** How many deliveries that fit nobody a workspace keeps at most. */
export const mostKept = 1000;
