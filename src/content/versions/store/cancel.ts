import type { Database } from '../../../db/client.ts';
import { statement } from '../../../db/statement.ts';
import type { IfMatch } from '../../../lib/precondition.ts';
import { transition, type VersionPath } from './internal.ts';
import { isUnused, type KeyParams, moveVersion } from './operation-keys.ts';

const cancel = statement((params: KeyParams) => {
  const changes = {
    cancelledAt: params.write.now,
    cancelReason: null,
    publishAt: null,
    resendAt: null,
    frozen: null,
  };
  return transition('cancel', params, changes, isUnused(params));
});

/** Cancels a version that is not live. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export const cancelVersion = (db: Database, path: VersionPath, ifMatch: IfMatch) =>
  moveVersion(db, 'cancel', cancel, path, ifMatch);
