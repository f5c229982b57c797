import { and, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import type { RowOf } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeNumber, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import { type ClientAction, transitionError, transitions } from './lifecycle.ts';
import type { AudienceVersion } from './schemas.ts';
import {
  type AudiencePath,
  audienceOrThrow,
  isAudience,
  latestOf,
  selectState,
  toVersion,
  versionColumns,
} from './store.ts';

/** Names a version by its path. */
export interface VersionPath extends AudiencePath {
  versionId: string;
}

const isVersion = ({ audienceId, versionId }: VersionPath) =>
  and(eq(audienceVersions.versionId, versionId), eq(audienceVersions.audienceId, audienceId));

const selectVersion = (db: Database, path: VersionPath) =>
  db
    .select({ ...versionColumns, transitionId: audienceVersions.transitionId })
    .from(audienceVersions)
    .where(isVersion(path));

export const selectPath = (db: Database, path: VersionPath) =>
  [selectPage(db, path.pageId), selectState(db, path), selectVersion(db, path)] as const;
type RowsOf<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };
type Found = RowsOf<ReturnType<typeof selectPath>>;

/** The version of these rows, and its audience. Throws `page_not_found`, `audience_not_found`, `version_not_found`. */
export function foundVersion([[page], [state], [row]]: Found) {
  pageOrThrow(page);
  const { etag, archivedAt } = audienceOrThrow(state);
  if (!row) throw new FootfallError('version_not_found', 'The audience has no version with this id.');
  const archived = archivedAt !== null;
  return { row, archived, version: { value: toVersion(row, archived), etag } };
}

export async function getVersionOrThrow(db: Database, path: VersionPath): Promise<Tagged<AudienceVersion>> {
  return foundVersion(await db.batch([...selectPath(db, path)])).version;
}

/** Versions of an audience, newest first. Throws `page_not_found`, `audience_not_found`. */
export async function listVersions(
  db: Database,
  path: AudiencePath,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<AudienceVersion>> {
  const scope: ListScope = ['versions', path.pageId, path.audienceId];
  const after = cursor === undefined ? undefined : decodeNumber(scope, cursor);
  const isOf = eq(audienceVersions.audienceId, path.audienceId);
  const [[page], [state], rows, [newest]] = await db.batch([
    selectPage(db, path.pageId),
    selectState(db, path),
    db
      .select(versionColumns)
      .from(audienceVersions)
      .where(and(isOf, after === undefined ? undefined : lt(audienceVersions.versionNumber, after)))
      .orderBy(desc(audienceVersions.versionNumber))
      .limit(limit + 1),
    // Versions are numbered without gaps and none is ever deleted: the last number is their count.
    db
      .select({ versionNumber: audienceVersions.versionNumber })
      .from(audienceVersions)
      .where(latestOf(path.audienceId)),
  ]);
  pageOrThrow(page);
  const { archivedAt } = audienceOrThrow(state);
  const items = rows.map((row) => toVersion(row, archivedAt !== null));
  return toPage(items, limit, newest?.versionNumber ?? 0, (last) => encodeCursor(scope, last.versionNumber));
}

/** An UPDATE that makes a client's transition, if the state table and `ifMatch` allow it. */
export function transition(
  db: Database,
  action: ClientAction,
  path: VersionPath,
  changes: Partial<RowOf<typeof audienceVersions>>,
  ifMatch: IfMatch,
  condition?: SQL,
) {
  const { from, to } = transitions[action];
  const unlessArchived = 'unlessArchived' in transitions[action] ? isNull(audiences.archivedAt) : undefined;
  return db
    .update(audienceVersions)
    .set({ ...changes, status: to } as Partial<typeof audienceVersions.$inferInsert>)
    .where(
      and(
        isVersion(path),
        inArray(audienceVersions.status, [...from]),
        isAudience(path, ifMatch, unlessArchived),
        condition,
      ),
    );
}

/** The version once this request has moved it. Throws why it has not. */
export function moved(found: Found, action: ClientAction, transitionId: string, ifMatch: IfMatch) {
  const { row, archived, version } = foundVersion(found);
  if (row.transitionId === transitionId) return version;
  assertMatch(version.etag, ifMatch);
  throw transitionError(action, { ...row, archived });
}

/** Makes a draft of a pending version. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export async function readyVersion(db: Database, path: VersionPath, ifMatch: IfMatch) {
  const transitionId = newId('write');
  const changes = { transitionId, becameDraftAt: Date.now() };
  const [, ...found] = await db.batch([
    transition(db, 'ready', path, changes, ifMatch),
    ...selectPath(db, path),
  ]);
  return moved(found, 'ready', transitionId, ifMatch);
}

/** Cancels a version that is not live. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export async function cancelVersion(db: Database, path: VersionPath, ifMatch: IfMatch) {
  const transitionId = newId('write');
  const changes = {
    transitionId,
    cancelledAt: Date.now(),
    cancelReason: null,
    sweepAt: null,
    frozen: null,
  };
  const [, ...found] = await db.batch([
    transition(db, 'cancel', path, changes, ifMatch),
    ...selectPath(db, path),
  ]);
  return moved(found, 'cancel', transitionId, ifMatch);
}
