import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { contentOf, type Frozen } from '../audiences/content.ts';
import { transitions, type VersionAction } from '../audiences/lifecycle.ts';
import type { Database } from '../db/client.ts';
import { audienceVersions } from '../db/schema/audiences.ts';
import { type Job, JobError } from './jobs.ts';

/** How long, in milliseconds, the sweep leaves a version alone once a worker or a sweep has taken it. */
export const resendAfter = 60_000;

/** The condition that the version still waits for this job, in a status that allows the action. */
export const awaits = (job: Job, action: VersionAction): SQL | undefined =>
  and(
    eq(audienceVersions.versionId, job.versionId),
    eq(audienceVersions.transitionId, job.transitionId),
    inArray(audienceVersions.status, [...transitions[action].from]),
  );

/** The snapshot of what was frozen, as JSON. Throws `JobError` when it cannot be read. */
function snapshotOf(frozen: string | null): string {
  try {
    return JSON.stringify(contentOf(JSON.parse(frozen ?? '') as Frozen));
  } catch {
    throw new JobError('The content that was frozen for it cannot be read.');
  }
}

/**
 * Publishes a queued version: takes it to `processing`, makes its snapshot of what was frozen, and in one
 * batch makes it the live version and archives the one before. However often and in whatever order jobs
 * arrive, the version asked for last is live. A job that nobody waits for does nothing. Throws `JobError`.
 */
export async function publish(db: Database, job: Job): Promise<void> {
  const started = Date.now();
  const [, [version]] = await db.batch([
    db
      .update(audienceVersions)
      .set({ status: transitions.process.to, processingAt: started, sweepAt: started + resendAfter })
      .where(awaits(job, 'process')),
    db
      .select({
        audienceId: audienceVersions.audienceId,
        publishOrder: audienceVersions.publishOrder,
        frozen: audienceVersions.frozen,
      })
      .from(audienceVersions)
      .where(awaits(job, 'complete')),
  ]);
  if (!version) return;

  const now = Date.now();
  const snapshot = snapshotOf(version.frozen);
  const isLive = and(
    eq(audienceVersions.audienceId, version.audienceId),
    // A literal: SQLite then knows that the index of live versions has it.
    sql`${audienceVersions.status} = 'published'`,
  );
  // A version that was asked for later may be live already: then this one is archived as soon as published.
  const isLate = sql`exists (select 1 from ${audienceVersions} where ${isLive})`;
  const superseded = { obsoleteAt: now, archivedAt: now };
  await db.batch([
    db
      .update(audienceVersions)
      .set({ status: transitions.supersede.to, ...superseded })
      .where(
        and(
          isLive,
          lt(audienceVersions.publishOrder, version.publishOrder ?? 0),
          sql`exists (select 1 from ${audienceVersions} where ${awaits(job, 'complete')})`,
        ),
      ),
    db
      .update(audienceVersions)
      .set({
        status: sql`case when ${isLate} then ${transitions.supersede.to} else ${transitions.complete.to} end`,
        publishedAt: now,
        obsoleteAt: sql`case when ${isLate} then ${now} end`,
        archivedAt: sql`case when ${isLate} then ${now} end`,
        snapshot,
        frozen: null,
        failure: null,
        sweepAt: null,
      })
      .where(awaits(job, 'complete')),
  ]);
}
