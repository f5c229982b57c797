import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions, operationKeys } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { insertWhere, jsonObject } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { IfMatch, Tagged } from '../lib/precondition.ts';
import type { Frozen } from './content.ts';
import type { AudienceVersion } from './schemas.ts';
import type { AudiencePath } from './store.ts';
import { foundVersion, moved, selectPath, transition, type VersionPath } from './version-store.ts';

/** How long, in milliseconds, a version is left to the queue before the sweep sends it again. */
export const sweepAfter = 5000;

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
  // Without a key this request names itself: should its answer get lost and another client cancel the version
  // before it is run again, the second run queues nothing.
  const key = operationKey ?? transitionId;
  const isKey = eq(operationKeys.operationKey, key);
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
  const [, , [used], ...found] = await db.batch([
    transition(db, 'publish', path, changes, ifMatch, isUnused),
    insertWhere(
      db,
      operationKeys,
      { operationKey: key, versionId, createdAt: now },
      isMoved,
      operationKeys.operationKey,
    ),
    db.select({ versionId: operationKeys.versionId }).from(operationKeys).where(isKey),
    ...selectPath(db, path),
  ]);
  const { row, version } = foundVersion(found);
  const isOurs = row.transitionId === transitionId;
  if (used && used.versionId !== versionId) {
    throw new FootfallError(
      'operation_key_mismatch',
      `This operation key has published ${used.versionId}; use another.`,
      { field: 'operationKey', conflictingId: used.versionId },
    );
  }
  if (used) return { version, transitionId, moved: isOurs };
  return { version: moved(found, 'publish', transitionId, ifMatch), transitionId, moved: true };
}
