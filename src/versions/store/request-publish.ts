import { sql } from 'drizzle-orm';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { isAt } from '../../audiences/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { newWrite } from '../../db/conditional-write.ts';
import { statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../lib/precondition.ts';
import { firstResendAfter } from '../resend-times.ts';
import { frozenContent } from './frozen.ts';
import { foundVersion, movedVersion, selectPath, transition, type VersionPath } from './internal.ts';
import { declined, insertKey, isUnused, type KeyParams, selectKey } from './operation-keys.ts';

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
    resendAt: sql`${write.now} + ${firstResendAfter}`,
    frozen: frozenContent(path),
  };
  return transition('publish', params, changes, isUnused(params));
});

/** A version whose publishing was requested. */
interface Requested {
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
  const key = operationKey ?? transitionId;
  const [, , [used], ...found] = await db.batch([
    queueVersion({ path, write, key }),
    insertKey({ path, write, key }),
    selectKey({ key }),
    ...selectPath(path),
  ]);
  const { row, version } = foundVersion(found);
  if (used && used.versionId !== path.versionId) {
    if (used.versionId === declined) {
      const why = 'This operation key was declined, and publishes nothing; use another.';
      throw new FootfallError('operation_key_mismatch', why, { field: 'operationKey' });
    }
    throw new FootfallError(
      'operation_key_mismatch',
      `This operation key has published ${used.versionId}; use another.`,
      { field: 'operationKey', conflictingId: used.versionId },
    );
  }
  if (used) return { version, transitionId: row.transitionId === transitionId ? transitionId : undefined };
  return { version: movedVersion(found, 'publish', transitionId, ifMatch), transitionId };
}
