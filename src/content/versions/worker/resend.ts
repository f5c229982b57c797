import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { transitions } from '../../audiences/lifecycle.ts';
import { audienceVersions } from '../../tables/pages.ts';
import { nextResendAfter, type PublishRequested } from '../messages.ts';

/** The most messages that `sendBatch` takes. */
const chunk = 100;
/** The most chunks per run of the cron. The next run, a minute later, continues. */
const chunks = 10;

const { versionId, transitionId, resendAt, status } = audienceVersions;
const isDue = ({ now }: { now: Param<number> }) =>
  and(lte(resendAt, now), inArray(status, [...transitions.fail.from]));

/** The condition that a version is due. */
export const areVersionsDue = (at: { now: Param<number> }): SQL => existsIn(audienceVersions, isDue(at));

const takeDue = statement(({ now }: { now: Param<number> }) => {
  const due = build
    .select({ versionId })
    .from(audienceVersions)
    .where(isDue({ now }))
    .orderBy(asc(resendAt))
    .limit(chunk);
  return build
    .update(audienceVersions)
    .set({ resendAt: sql`${now} + ${nextResendAfter}` })
    .where(and(isDue({ now }), inArray(versionId, due)))
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
