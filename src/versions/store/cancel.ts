import type { Database } from '../../db/client.ts';
import { newWrite } from '../../db/conditional-write.ts';
import { statement } from '../../db/statement.ts';
import type { IfMatch } from '../../lib/precondition.ts';
import { movedVersion, selectPath, type TransitionParams, transition, type VersionPath } from './internal.ts';

const cancel = statement((params: TransitionParams) =>
  transition('cancel', params, {
    cancelledAt: params.write.now,
    cancelReason: null,
    sweepAt: null,
    frozen: null,
  }),
);

/** Cancels a version that is not live. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export async function cancelVersion(db: Database, path: VersionPath, ifMatch: IfMatch) {
  const write = newWrite(ifMatch);
  const [, ...found] = await db.batch([cancel({ path, write }), ...selectPath(path)]);
  return movedVersion(found, 'cancel', write.writeId, ifMatch);
}
