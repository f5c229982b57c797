import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { build, type ParamsOf, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { type ClientAction, transitionError, transitions } from '../../audiences/lifecycle.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import {
  type AudiencePath,
  audienceOrThrow,
  isAudience,
  selectState,
} from '../../audiences/store/internal.ts';
import { toVersion, type VersionRow, versionColumns } from '../../audiences/store/versions.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';

/** Names a version by its path. */
export interface VersionPath extends AudiencePath {
  versionId: string;
}
type PathParams = ParamsOf<VersionPath>;

const isVersion = ({ audienceId, versionId }: PathParams) =>
  and(eq(audienceVersions.versionId, versionId), eq(audienceVersions.audienceId, audienceId));

const selectVersion = statement((path: PathParams) =>
  build
    .select({ ...versionColumns, transitionId: audienceVersions.transitionId })
    .from(audienceVersions)
    .where(isVersion(path)),
);

/** Selects a page, an audience's state and a version, within a batch. */
export const selectPath = (path: VersionPath) =>
  [selectPage(path), selectState(path), selectVersion(path)] as const;
type Found = readonly [
  page: unknown[],
  state: { etag: string; archivedAt: number | null; runningTest: string | null }[],
  version: (VersionRow & { transitionId: string })[],
];

/** The version in these rows of `selectPath`. Throws `page_not_found`, `audience_not_found`, `version_not_found`. */
export function foundVersion([[page], [state], [row]]: Found) {
  pageOrThrow(page);
  const { etag, archivedAt, runningTest } = audienceOrThrow(state);
  if (!row) throw new FootfallError('version_not_found', 'The audience has no version with this id.');
  const archived = archivedAt !== null;
  const version: Tagged<AudienceVersion> = { value: toVersion(row, archived), etag };
  return { row, archived, runningTest, version };
}

/** A version. Throws as `foundVersion` does. */
export const getVersionOrThrow = async (db: Database, path: VersionPath): Promise<Tagged<AudienceVersion>> =>
  foundVersion(await db.batch(selectPath(path))).version;

/** The values that a transition binds. The id of the write is also the id of the transition. */
export interface TransitionParams {
  path: PathParams;
  write: WriteParams;
}

/** An UPDATE that makes a client's transition, if the state table and the conditions of the write allow it. */
export function transition(
  action: ClientAction,
  { path, write }: TransitionParams,
  changes: {
    [K in keyof typeof audienceVersions.$inferInsert]?: SQL | (typeof audienceVersions.$inferInsert)[K];
  },
  condition?: SQL,
) {
  const { from, to } = transitions[action];
  const unlessArchived = 'unlessArchived' in transitions[action] ? isNull(audiences.archivedAt) : undefined;
  return build
    .update(audienceVersions)
    .set({ ...changes, transitionId: write.writeId, status: to })
    .where(
      and(
        isVersion(path),
        inArray(audienceVersions.status, [...from]),
        isAudience(path, write, unlessArchived),
        condition,
      ),
    );
}

/** The 409 for what is not possible while a test runs. */
export const testRuns = (experimentId: string, what: string): FootfallError =>
  new FootfallError('experiment_running', `${experimentId} runs on this audience. ${what}`, {
    field: 'experimentId',
    conflictingId: experimentId,
  });

/** The version after a transition. Throws as `foundVersion` does, and `precondition_failed`, `invalid_transition`, `experiment_running`. */
export function movedVersion(found: Found, action: ClientAction, transitionId: string, ifMatch: IfMatch) {
  const { row, archived, runningTest, version } = foundVersion(found);
  if (row.transitionId === transitionId) return version;
  assertMatch(version.etag, ifMatch);
  if (runningTest !== null && version.value.allowedActions.includes(action))
    throw testRuns(runningTest, 'Stop it first, or publish its winner.');
  throw transitionError(action, { ...row, archived });
}
