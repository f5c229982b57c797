import { and, lt, sql } from 'drizzle-orm';
import { contentOf, type Frozen } from '../../audiences/content.ts';
import { transitions } from '../../audiences/lifecycle.ts';
import { isLive } from '../../audiences/store/versions.ts';
import type { Database } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences, audienceVersions } from '../../db/tables/audiences.ts';
import { PublishError, type PublishRequested } from '../messages.ts';
import { nextResendAfter } from '../resend-times.ts';
import { awaits, type RequestParams } from './internal.ts';

const take = statement(({ request, now }: { request: RequestParams; now: Param<number> }) => {
  const { audienceId, publishAt, publishOrder } = audienceVersions;
  const revision = build
    .select({ revision: audiences.revision })
    .from(audiences)
    .where(sql`${audiences.audienceId} = ${audienceId}`);
  return build
    .update(audienceVersions)
    .set({
      status: transitions.process.to,
      processingAt: now,
      // One that was asked for a later time counts from then: it takes the place of what was published meanwhile.
      publishOrder: sql`iif(${publishAt} is null, ${publishOrder}, (${revision}))`,
      resendAt: sql`${now} + ${nextResendAfter}`,
    })
    .where(awaits(request, 'process'));
});

const selectTaken = statement((request: RequestParams) =>
  build
    .select({
      audienceId: audienceVersions.audienceId,
      publishOrder: audienceVersions.publishOrder,
      frozen: audienceVersions.frozen,
    })
    .from(audienceVersions)
    .where(awaits(request, 'complete')),
);

interface CompleteParams {
  request: RequestParams;
  audienceId: Param<string>;
  publishOrder: Param<number>;
  now: Param<number>;
}

/** Archives the live version if it was requested before this one. */
const supersede = statement(({ request, audienceId, publishOrder, now }: CompleteParams) =>
  build
    .update(audienceVersions)
    .set({ status: transitions.supersede.to, obsoleteAt: now, archivedAt: now })
    .where(
      and(
        isLive(audienceId),
        lt(audienceVersions.publishOrder, publishOrder),
        existsIn(audienceVersions, awaits(request, 'complete')),
      ),
    ),
);

const complete = statement(
  ({
    request,
    audienceId,
    snapshot,
    now,
  }: Omit<CompleteParams, 'publishOrder'> & { snapshot: Param<string> }) => {
    // If a version that was requested later is live already, this one is archived as soon as it is published.
    const isLate = existsIn(audienceVersions, isLive(audienceId));
    return build
      .update(audienceVersions)
      .set({
        status: sql`case when ${isLate} then ${transitions.supersede.to} else ${transitions.complete.to} end`,
        publishedAt: now,
        obsoleteAt: sql`case when ${isLate} then ${now} end`,
        archivedAt: sql`case when ${isLate} then ${now} end`,
        snapshot,
        frozen: null,
        failure: null,
        resendAt: null,
      })
      .where(awaits(request, 'complete'));
  },
);

/** JSON of the snapshot, from the frozen content. Throws `PublishError` when that cannot be read. */
function snapshotOf(frozen: string | null): string {
  try {
    return JSON.stringify(contentOf(JSON.parse(frozen ?? '') as Frozen));
  } catch {
    throw new PublishError('The content that was frozen for it cannot be read.');
  }
}

/**
 * Publishes a queued version. It sets `processing`, makes the snapshot from the frozen content, and then in one batch
 * makes the version live and archives the previous one. Messages may arrive in any order and more than once: the
 * version that was requested last is live in the end. A message that no version waits for does nothing. Throws
 * `PublishError`.
 */
export async function publish(db: Database, request: PublishRequested): Promise<void> {
  const [, [version]] = await db.batch([take({ request, now: Date.now() }), selectTaken(request)]);
  if (!version) return;
  const { audienceId, publishOrder, frozen } = version;
  const now = Date.now();
  await db.batch([
    supersede({ request, audienceId, publishOrder: publishOrder ?? 0, now }),
    complete({ request, audienceId, snapshot: snapshotOf(frozen), now }),
  ]);
}
