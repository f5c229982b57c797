import { and, asc, inArray, lte } from 'drizzle-orm';
import { transitions } from '../audiences/lifecycle.ts';
import type { Database } from '../db/client.ts';
import { audienceVersions } from '../db/schema/audiences.ts';
import { inChunks } from './chunks.ts';
import type { Job } from './jobs.ts';
import { resendAfter } from './publish.ts';

/** Messages that `sendBatch` takes at once. */
const chunk = 100;
/** Chunks a sweep takes at most; the next one, a minute later, goes on. */
const chunks = 10;

/**
 * Sends again what a crash left in flight, before its message was sent or while it was processed. One that
 * is sent in vain does nothing. Gives the number of versions sent.
 */
export function sweep(db: Database, workspace: string, jobs: Queue<Job>): Promise<number> {
  return inChunks(chunk, chunks, async () => {
    const now = Date.now();
    const isDue = and(
      lte(audienceVersions.sweepAt, now),
      inArray(audienceVersions.status, [...transitions.fail.from]),
    );
    const due = db
      .select({ versionId: audienceVersions.versionId })
      .from(audienceVersions)
      .where(isDue)
      .orderBy(asc(audienceVersions.sweepAt))
      .limit(chunk);
    const [versions] = await db.batch([
      db
        .update(audienceVersions)
        .set({ sweepAt: now + resendAfter })
        .where(and(isDue, inArray(audienceVersions.versionId, due)))
        .returning({
          versionId: audienceVersions.versionId,
          transitionId: audienceVersions.transitionId,
        }),
    ]);
    if (versions.length > 0)
      await jobs.sendBatch(versions.map((version) => ({ body: { kind: 'publish', workspace, ...version } })));
    return versions.length;
  });
}
