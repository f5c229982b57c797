import { report } from '../../lib/report.ts';
import type { Outcome } from '../store/rollups.ts';
import { chunk } from '../store/waiting.ts';

/** What a run of the cron may still do. All workspaces share it. */
export interface Budget {
  /** Writes of rollups. */
  writes: number;
}

/**
 * The budget of one run. A write takes some twelve statements, 25 at most, and D1 takes 1,000 in one invocation of a
 * Worker. The next run, a minute later, continues.
 */
export const newBudget = (): Budget => ({ writes: 35 });

/** The most pages of a workspace that one task reads in a run. */
export const mostPages = 20;

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

/**
 * The most bytes of rollups that a write of several sessions reads. A Worker has 128 MB of memory, and parsed JSON takes
 * many times the bytes of its text.
 */
const largest = 8_000_000;

/**
 * Writes as many sessions as the memory of a Worker has room for: fewer when each touches large rollups, such as those
 * of many audiences with many values. Returns whether it was written.
 */
export async function writeFitting(
  write: (most: number, largest?: number) => Promise<Outcome>,
): Promise<boolean> {
  for (const most of [chunk, 250, 60, 15, 4]) {
    const outcome = await write(most, largest);
    if (outcome !== 'too large') return outcome === 'written';
  }
  // One session must not wait for ever.
  return (await write(1)) === 'written';
}

/** Calls `handle` for each page. A page that fails is reported, and the others do not wait for it. */
export async function forEachPage(
  what: string,
  pages: { pageId: string }[],
  handle: (pageId: string) => Promise<void>,
  afterFailure: (pageId: string) => Promise<unknown> = async () => {},
): Promise<void> {
  for (const { pageId } of pages) {
    try {
      await handle(pageId);
    } catch (error) {
      report(what, error, { pageId });
      await afterFailure(pageId);
    }
  }
}
