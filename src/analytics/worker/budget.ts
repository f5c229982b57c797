import { report } from '../../lib/report.ts';

/** What a run of the cron, or one of its tasks, may still do. All workspaces share it. */
export interface Budget {
  /** Writes of blocks, and looks that find nothing to write. */
  writes: number;
}

/** The budget of one run: a write takes 30 statements at most, and D1 takes 1,000 in one invocation of a Worker. */
export const newBudget = (writes = 32): Budget => ({ writes });

/** Repeats a write until it finds nothing to do, or the budget is used up. Returns the total that it took. */
export async function whileFound(
  what: string,
  budget: Budget,
  write: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let taken = 1; taken > 0; total += taken) {
    if (budget.writes <= 0) {
      report(what, new Error('This run did what one may; the next goes on.'), {});
      break;
    }
    budget.writes--;
    // Requests get their turn between the writes: an isolate does one thing at a time.
    await scheduler.wait(1);
    taken = await write();
  }
  return total;
}
