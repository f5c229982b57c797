import type { Database } from '../../db/client.ts';
import { newWrite } from '../../db/conditional-write.ts';
import { statement } from '../../db/statement.ts';
import type { IfMatch } from '../../lib/precondition.ts';
import { movedVersion, selectPath, type TransitionParams, transition, type VersionPath } from './internal.ts';

const ready = statement((params: TransitionParams) =>
  transition('ready', params, { becameDraftAt: params.write.now }),
);

/** Makes a pending version a draft. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export async function readyVersion(db: Database, path: VersionPath, ifMatch: IfMatch) {
  const write = newWrite(ifMatch);
  const [, ...found] = await db.batch([ready({ path, write }), ...selectPath(path)]);
  return movedVersion(found, 'ready', write.writeId, ifMatch);
}
