import { and, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { counter } from '../../../db/counters.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { experiments } from '../../tables/experiments.ts';
import { audienceVersions } from '../../tables/pages.ts';
import { allowedActions } from '../lifecycle.ts';
import type { AudienceVersion } from '../schemas.ts';
import { type AudiencePath, isWrittenBy } from './internal.ts';

// What an audience shows of its versions, and how it opens them. The slice `versions` changes their status. It
// imports from this slice, and never the other way round.

/** The columns of an AudienceVersion. */
export const versionColumns = {
  versionId: audienceVersions.versionId,
  audienceId: audienceVersions.audienceId,
  versionNumber: audienceVersions.versionNumber,
  status: audienceVersions.status,
  isNewPageAgent: audienceVersions.isNewPageAgent,
  supplementaryContext: audienceVersions.supplementaryContext,
  createdAt: audienceVersions.createdAt,
  becameDraftAt: audienceVersions.becameDraftAt,
  queuedAt: audienceVersions.queuedAt,
  publishAt: audienceVersions.publishAt,
  requestedBy: audienceVersions.requestedBy,
  processingAt: audienceVersions.processingAt,
  publishedAt: audienceVersions.publishedAt,
  cancelledAt: audienceVersions.cancelledAt,
  obsoleteAt: audienceVersions.obsoleteAt,
  archivedAt: audienceVersions.archivedAt,
  cancelReason: audienceVersions.cancelReason,
};
export type VersionRow = Pick<typeof audienceVersions.$inferSelect, keyof typeof versionColumns>;

/** A version for an answer; `archived` says whether its audience is archived. */
export const toVersion = (row: VersionRow, archived: boolean): AudienceVersion => ({
  versionId: row.versionId,
  audienceId: row.audienceId,
  versionNumber: row.versionNumber,
  status: row.status,
  isNewPageAgent: Boolean(row.isNewPageAgent),
  supplementaryContext: row.supplementaryContext,
  createdAt: toTimestamp(row.createdAt),
  becameDraftAt: toTimestampOrNull(row.becameDraftAt),
  queuedAt: toTimestampOrNull(row.queuedAt),
  // The times come from several machines, whose clocks may differ.
  queueDurationMs:
    row.processingAt === null || row.queuedAt === null
      ? null
      : Math.max(row.processingAt - Math.max(row.queuedAt, row.publishAt ?? 0), 0),
  publishAt: toTimestampOrNull(row.publishAt),
  requestedBy: row.requestedBy,
  publishedAt: toTimestampOrNull(row.publishedAt),
  cancelledAt: toTimestampOrNull(row.cancelledAt),
  obsoleteAt: toTimestampOrNull(row.obsoleteAt),
  archivedAt: toTimestampOrNull(row.archivedAt),
  cancelReason: row.cancelReason,
  allowedActions: allowedActions(row.status, archived),
});

type AudienceId = SQLiteColumn | SQL;

/** The WHERE that finds an audience's newest version, whatever its status is. */
export const latestOf = (audienceId: AudienceId) =>
  sql`${eq(audienceVersions.audienceId, audienceId)} order by ${audienceVersions.versionNumber} desc limit 1`;

/** The condition that a version is the newest of its audience. */
export const isLatest = (audienceId: AudienceId) =>
  and(
    eq(audienceVersions.audienceId, audienceId),
    sql`${audienceVersions.versionNumber} = (select ${audienceVersions.versionNumber} from ${audienceVersions} where ${latestOf(audienceId)})`,
  );

/** The condition that a version is the live one of its audience. */
export const isLive = (audienceId: AudienceId) =>
  // A literal, not a parameter: SQLite then sees that the partial index of live versions applies.
  and(eq(audienceVersions.audienceId, audienceId), sql`${audienceVersions.status} = 'published'`);

const { status, frozen, publishedAt, obsoleteAt, archivedAt } = audienceVersions;

const shownIn = alias(experiments, 'shown_in');
/** The condition that a version is an arm of a test that has started. */
const wasArm = existsIn(
  sql`${experiments} as ${shownIn}, json_each(${shownIn.arms}) as arm`,
  and(
    eq(shownIn.audienceId, audienceVersions.audienceId),
    isNull(shownIn.deletedAt),
    isNotNull(shownIn.startedAt),
    sql`arm.value ->> 'versionId' = ${audienceVersions.versionId}`,
  ),
);

/**
 * The condition that visitors may have got the words of a version since the sessions that are kept began: it is or was live,
 * or an arm of a test. An arm is frozen, and keeps its status until it is published as the winner.
 */
export const wasShown = sql`(${publishedAt} is not null or ${frozen} is not null and (${status} in ('draft', 'cancelled') or ${wasArm}))
  and (coalesce(${obsoleteAt}, ${archivedAt}) is null
    or coalesce(${obsoleteAt}, ${archivedAt}) > coalesce((${counter('sessions_removed_before')}), 0))`;

/** The ids and the time of a version that is opened. */
export interface OpenParams {
  path: ParamsOf<AudiencePath>;
  versionId: Param<string>;
  write: Pick<WriteParams, 'writeId' | 'now'>;
}
const opened = ({ path, versionId, write }: OpenParams) => ({
  audienceId: path.audienceId,
  versionId,
  createdAt: write.now,
  transitionId: write.writeId,
});
const key = [audienceVersions.audienceId, audienceVersions.versionNumber];

const opening = alias(audienceVersions, 'opening');
/** The condition that the version was opened. The statement may read the versions itself. */
export const isOpened = (versionId: Param<string>) =>
  existsIn(sql`${audienceVersions} as ${opening}`, eq(opening.versionId, versionId));

/** Inserts the first version of an audience that this request wrote. */
export const insertFirstVersion = statement(
  (params: OpenParams & { supplementaryContext: Param<string | null> }, status: 'draft' | 'pending') => {
    const { path, write, supplementaryContext } = params;
    const becameDraftAt = status === 'draft' ? write.now : null;
    return insertWhere(
      audienceVersions,
      {
        ...opened(params),
        versionNumber: 1,
        isNewPageAgent: true,
        status,
        becameDraftAt,
        supplementaryContext,
      },
      isWrittenBy(path, write),
      key,
    );
  },
);

/** Inserts the next draft of an audience, unless its latest version is one that can be edited, whose columns the values may use. */
export const insertNextDraft = (params: OpenParams, supplementaryContext: SQL, condition: SQL) => {
  const { path, versionId, write } = params;
  return insertWhere(
    audienceVersions,
    {
      ...opened(params),
      versionNumber: sql`${audienceVersions.versionNumber} + 1`,
      // After its first publish an audience always has a live version: only the successor of a version archives it.
      isNewPageAgent: not(existsIn(audienceVersions, isLive(path.audienceId))),
      status: 'draft',
      becameDraftAt: write.now,
      supplementaryContext,
    },
    and(
      isLatest(path.audienceId),
      // What a test has frozen stays as it is.
      sql`(${audienceVersions.status} <> 'draft' or ${audienceVersions.frozen} is not null)`,
      condition,
      // In a retry, another client may have published the version that the first run opened.
      not(isOpened(versionId)),
    ),
    key,
    audienceVersions,
  );
};
