import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import { transitions } from '../../audiences/lifecycle.ts';
import type { Database } from '../../db/client.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { audienceVersions } from '../../db/tables/audiences.ts';
import { inChunks } from '../../lib/in-chunks.ts';
import type { PublishRequested } from '../messages.ts';
import { nextResendAfter } from '../resend-times.ts';

/** The most messages that `sendBatch` takes. */
const chunk = 100;
/** The most chunks per run of the cron. The next run, a minute later, continues. */
const chunks = 10;

const takeDue = statement(({ now }: { now: Param<number> }) => {
  const { versionId, transitionId, resendAt, status } = audienceVersions;
  const isDue = and(lte(resendAt, now), inArray(status, [...transitions.fail.from]));
  const due = build
    .select({ versionId })
    .from(audienceVersions)
    .where(isDue)
    .orderBy(asc(resendAt))
    .limit(chunk);
  return build
    .update(audienceVersions)
    .set({ resendAt: sql`${now} + ${nextResendAfter}` })
    .where(and(isDue, inArray(versionId, due)))
    .returning(named({ versionId, transitionId }));
});

/**
 * Sends the messages of versions that are due: those whose time has come, and those that a crash left in flight, because
 * their message was not sent, or the worker stopped while it processed them. A message that is not needed does nothing. Returns the number of versions sent.
 */
export function resend(db: Database, workspace: string, queue: Queue<PublishRequested>): Promise<number> {
  return inChunks(chunk, chunks, async () => {
    const [versions] = await db.batch([takeDue({ now: Date.now() })]);
    if (versions.length > 0) {
      await queue.sendBatch(
        versions.map((version) => ({ body: { kind: 'publish', workspace, ...version } })),
      );
    }
    return versions.length;
  });
}
