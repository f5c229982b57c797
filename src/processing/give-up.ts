import { sql } from 'drizzle-orm';
import { transitions } from '../audiences/lifecycle.ts';
import type { Database } from '../db/client.ts';
import { audienceVersions } from '../db/schema/audiences.ts';
import type { Job } from './jobs.ts';
import { awaits } from './publish.ts';

/** Keeps why an attempt failed, for the `cancelReason` of the last. */
export async function recordFailure(db: Database, job: Job, failure: string): Promise<void> {
  await db.batch([db.update(audienceVersions).set({ failure }).where(awaits(job, 'fail'))]);
}

/** Cancels a version whose every attempt failed, with a reason that its users can read. */
export async function giveUp(db: Database, job: Job): Promise<void> {
  const failure = sql`coalesce(${audienceVersions.failure}, 'The worker did not finish it.')`;
  await db.batch([
    db
      .update(audienceVersions)
      .set({
        status: transitions.fail.to,
        cancelledAt: Date.now(),
        cancelReason: sql`'Publishing failed, and was tried again in vain. ' || ${failure}`,
        sweepAt: null,
        frozen: null,
      })
      .where(awaits(job, 'fail')),
  ]);
}
