import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions, operationKeys } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { insertWhere, jsonObject, type RowOf } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeNumber, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { pageOrThrow, selectPage } from '../pages/store.ts';
import type { Frozen } from './content.ts';
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

/** How long, in milliseconds, a version is left to the queue before the sweep sends it again. */
export const sweepAfter = 5000;

const isVersion = ({ audienceId, versionId }: VersionPath) =>
  and(eq(audienceVersions.versionId, versionId), eq(audienceVersions.audienceId, audienceId));

const selectVersion = (db: Database, path: VersionPath) =>
  db
    .select({ ...versionColumns, transitionId: audienceVersions.transitionId })
    .from(audienceVersions)
    .where(isVersion(path));

const selectPath = (db: Database, path: VersionPath) =>
  [selectPage(db, path.pageId), selectState(db, path), selectVersion(db, path)] as const;
type RowsOf<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };
type Found = RowsOf<ReturnType<typeof selectPath>>;

/** The version of these rows, and its audience. Throws `page_not_found`, `audience_not_found`, `version_not_found`. */
function foundVersion([[page], [state], [row]]: Found) {
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
function transition(
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
function moved(found: Found, action: ClientAction, transitionId: string, ifMatch: IfMatch) {
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

/** Everything that the version's snapshot will be made of, as JSON of the rows as they are now. */
function frozenContent({ pageId, audienceId }: AudiencePath): SQL {
  const fields: Record<keyof Frozen, SQL> = {
    page: jsonObject({ title: pages.title, url: pages.url, metadata: sql`json(${pages.metadata})` }),
    metadataOverride: sql`json(${audiences.metadataOverride})`,
    actionFormId: sql`${audiences.actionFormIdOverride}`,
    actionFormInstructions: sql`${audiences.actionFormInstructionsOverride}`,
    actionUrl: sql`${audiences.actionUrlOverride}`,
    supplementaryContext: sql`${audienceVersions.supplementaryContext}`,
  };
  return sql`(select ${jsonObject(fields)} from ${audiences} join ${pages} on ${eq(pages.pageId, audiences.pageId)}
    where ${and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId))})`;
}

/** A version whose publishing was asked for, and the name of that request. */
export interface Published {
  version: Tagged<AudienceVersion>;
  transitionId: string;
  /** Whether this request moved the version, and shall send it to the queue. */
  moved: boolean;
}

/**
 * Freezes the content of a version and queues it. A known `operationKey` answers its version again. Throws
 * `operation_key_mismatch` for the key of another version, `invalid_transition`, `precondition_failed`, 404s.
 */
export async function publishVersion(
  db: Database,
  path: VersionPath,
  operationKey: string | undefined,
  ifMatch: IfMatch,
): Promise<Published> {
  const transitionId = newId('write');
  const now = Date.now();
  const { pageId, audienceId, versionId } = path;
  const isKey = eq(operationKeys.operationKey, operationKey ?? '');
  const changes = {
    transitionId,
    queuedAt: now,
    processingAt: null,
    cancelledAt: null,
    cancelReason: null,
    failure: null,
    // Each write of an audience or a version counts the revision on, so that no two requests see one.
    publishOrder: sql`(select ${audiences.revision} from ${audiences}
      where ${and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId))})`,
    sweepAt: now + sweepAfter,
    frozen: frozenContent(path),
  };
  const isUnused = sql`not exists (select 1 from ${operationKeys} where ${isKey})`;
  const isMoved = sql`exists (select 1 from ${audienceVersions}
    where ${and(eq(audienceVersions.versionId, versionId), eq(audienceVersions.transitionId, transitionId))})`;
  const [, , [key], ...found] = await db.batch([
    transition(db, 'publish', path, changes, ifMatch, operationKey === undefined ? undefined : isUnused),
    insertWhere(
      db,
      operationKeys,
      { operationKey: operationKey ?? '', versionId, createdAt: now },
      and(operationKey === undefined ? sql`false` : undefined, isMoved),
      operationKeys.operationKey,
    ),
    db.select({ versionId: operationKeys.versionId }).from(operationKeys).where(isKey),
    ...selectPath(db, path),
  ]);
  const { row, version } = foundVersion(found);
  const isOurs = row.transitionId === transitionId;
  if (key && key.versionId !== versionId) {
    throw new FootfallError(
      'operation_key_mismatch',
      `This operation key has published ${key.versionId}; use another.`,
      { field: 'operationKey', conflictingId: key.versionId },
    );
  }
  if (key) return { version, transitionId, moved: isOurs };
  return { version: moved(found, 'publish', transitionId, ifMatch), transitionId, moved: true };
}
