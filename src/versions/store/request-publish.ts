import { and, eq, not, sql } from 'drizzle-orm';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { isAt } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { newWrite } from '../../db/conditional-write.ts';
import { insertWhere } from '../../db/insert.ts';
import { existsIn } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences, audienceVersions, operationKeys } from '../../db/tables/audiences.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../lib/precondition.ts';
import { frozenContent } from './frozen.ts';
import {
  foundVersion,
  movedVersion,
  selectPath,
  type TransitionParams,
  transition,
  type VersionPath,
} from './internal.ts';

/** How long, in milliseconds, a version may wait for the queue before the cron sends its message again. */
export const sweepAfter = 5000;

type KeyParams = TransitionParams & { key: Param<string> };
const isKey = ({ key }: Pick<KeyParams, 'key'>) => eq(operationKeys.operationKey, key);

const queueVersion = statement((params: KeyParams) => {
  const { path, write } = params;
  const changes = {
    queuedAt: write.now,
    processingAt: null,
    cancelledAt: null,
    cancelReason: null,
    failure: null,
    // Each write of an audience or a version increases the revision, so no two requests get the same order.
    publishOrder: sql`(select ${audiences.revision} from ${audiences} where ${isAt(path)})`,
    sweepAt: sql`${write.now} + ${sweepAfter}`,
    frozen: frozenContent(path),
  };
  return transition('publish', params, changes, not(existsIn(operationKeys, isKey(params))));
});

const insertKey = statement(({ path: { versionId }, write, key }: KeyParams) =>
  insertWhere(
    operationKeys,
    { operationKey: key, versionId, createdAt: write.now },
    existsIn(
      audienceVersions,
      and(eq(audienceVersions.versionId, versionId), eq(audienceVersions.transitionId, write.writeId)),
    ),
    operationKeys.operationKey,
  ),
);

/** Selects the version that an operation key has published. */
export const selectKey = statement((params: Pick<KeyParams, 'key'>) =>
  build.select({ versionId: operationKeys.versionId }).from(operationKeys).where(isKey(params)),
);

/** A version whose publishing was requested. */
export interface Requested {
  version: Tagged<AudienceVersion>;
  /**
   * Identifies this request in its message to the queue. Undefined when the request changed nothing and sends no
   * message.
   */
  transitionId: string | undefined;
}

/**
 * Freezes the content of a version and queues it. A known `operationKey` returns its version again. Throws
 * `operation_key_mismatch` when the key belongs to another version, `invalid_transition`, `precondition_failed`, 404s.
 */
export async function requestPublish(
  db: Database,
  path: VersionPath,
  operationKey: string | undefined,
  ifMatch: IfMatch,
): Promise<Requested> {
  const write = newWrite(ifMatch);
  const transitionId = write.writeId;
  // Without a key, the id of this request is the key. So a retry queues nothing when the first answer was lost and
  // another client has cancelled the version since.
  const key = operationKey ?? transitionId;
  const [, , [used], ...found] = await db.batch([
    queueVersion({ path, write, key }),
    insertKey({ path, write, key }),
    selectKey({ key }),
    ...selectPath(path),
  ]);
  const { row, version } = foundVersion(found);
  if (used && used.versionId !== path.versionId) {
    throw new FootfallError(
      'operation_key_mismatch',
      `This operation key has published ${used.versionId}; use another.`,
      { field: 'operationKey', conflictingId: used.versionId },
    );
  }
  if (used) return { version, transitionId: row.transitionId === transitionId ? transitionId : undefined };
  return { version: movedVersion(found, 'publish', transitionId, ifMatch), transitionId };
}
