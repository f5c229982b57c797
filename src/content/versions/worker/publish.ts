import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { contentOf, type Frozen } from '../../audiences/content.ts';
import { transitions, type VersionAction } from '../../audiences/lifecycle.ts';
import { isLive } from '../../audiences/store/versions.ts';
import { audienceVersions } from '../../tables/pages.ts';
import { nextResendAfter, PublishError, type PublishRequested } from '../messages.ts';

/** The values of a message to bind. */
export interface RequestParams {
  versionId: Param<string>;
  transitionId: Param<string>;
}

/** The condition that the version still waits for this request, with a status that allows the action. */
export const awaits = ({ versionId, transitionId }: RequestParams, action: VersionAction): SQL | undefined =>
  and(
    eq(audienceVersions.versionId, versionId),
    eq(audienceVersions.transitionId, transitionId),
    inArray(audienceVersions.status, [...transitions[action].from]),
  );

const take = statement(({ request, now }: { request: RequestParams; now: Param<number> }) =>
  build
    .update(audienceVersions)
    .set({ status: transitions.process.to, processingAt: now, resendAt: sql`${now} + ${nextResendAfter}` })
    .where(awaits(request, 'process')),
);

const selectTaken = statement((request: RequestParams) =>
  build
    .select(columnsOf(audienceVersions, ['audienceId', 'queuedAt', 'publishAt', 'publishOrder', 'frozen']))
    .from(audienceVersions)
    .where(awaits(request, 'complete')),
);

interface CompleteParams {
  request: RequestParams;
  audienceId: Param<string>;
  /** When it was to go live: the time of the request, or the later one that it named. */
  at: Param<number>;
  /** Null if the request named no time. */
  publishAt: Param<number | null>;
  publishOrder: Param<number>;
  now: Param<number>;
}

/**
 * The condition that a live version comes before this one: by their times if one of them was asked for a later time, else
 * by the order of the requests, which no clock changes.
 */
function comesBefore({ at, publishAt, publishOrder }: CompleteParams): SQL {
  const live = audienceVersions;
  return sql`case when coalesce(${live.publishAt}, ${publishAt}) is null then ${live.publishOrder} < ${publishOrder}
    else (coalesce(${live.publishAt}, ${live.queuedAt}, 0), ${live.publishOrder}) < (${at}, ${publishOrder}) end`;
}

/** Archives the live version if it comes before this one. */
const supersede = statement((params: CompleteParams) => {
  const { request, audienceId, now } = params;
  return build
    .update(audienceVersions)
    .set({ status: transitions.supersede.to, obsoleteAt: now, archivedAt: now })
    .where(
      and(isLive(audienceId), comesBefore(params), existsIn(audienceVersions, awaits(request, 'complete'))),
    );
});

const complete = statement(
  ({
    request,
    audienceId,
    snapshot,
    now,
  }: Pick<CompleteParams, 'request' | 'audienceId' | 'now'> & { snapshot: Param<string> }) => {
    // If a version that comes after it is live already, this one is archived as soon as it is published.
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
 * version that was asked for last, or for the latest time that has come, is live in the end. A message that no version
 * waits for does nothing. Throws `PublishError`.
 */
export async function publish(db: Database, request: PublishRequested): Promise<void> {
  const [, [version]] = await db.batch([take({ request, now: Date.now() }), selectTaken(request)]);
  if (!version) return;
  const { audienceId, queuedAt, publishAt, publishOrder, frozen } = version;
  const now = Date.now();
  const at = publishAt ?? queuedAt ?? 0;
  await db.batch([
    supersede({ request, audienceId, at, publishAt, publishOrder: publishOrder ?? 0, now }),
    complete({ request, audienceId, snapshot: snapshotOf(frozen), now }),
  ]);
}
