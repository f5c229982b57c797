/** The most views of a workspace. */
export const mostViews = 1000;
