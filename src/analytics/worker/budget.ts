/** What a run of the cron may still do. All workspaces share it. */
export interface Budget {
  /** Writes of blocks. */
  writes: number;
}

/**
 * The budget of one run. A write takes some twelve statements, 25 at most, and D1 takes 1,000 in one invocation of a
 * Worker. The next run, a minute later, continues.
 */
export const newBudget = (): Budget => ({ writes: 35 });

/** Repeats a write until it finds nothing to do, or the budget is used up. Returns the total that it took. */
export async function whileFound(budget: Budget, write: () => Promise<number>): Promise<number> {
  let total = 0;
  while (budget.writes > 0) {
    budget.writes--;
    // Requests get their turn between the writes: an isolate does one thing at a time.
    await scheduler.wait(1);
    const taken = await write();
    total += taken;
    if (taken === 0) break;
  }
  return total;
}
