import type { Database } from '../../../db/client.ts';
import { newWrite } from '../../../db/conditional-write.ts';
import type { Bound, ValuesOf } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { ClientAction } from '../../audiences/lifecycle.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { foundVersion, movedVersion, selectPath, type VersionPath } from './internal.ts';
import { insertKey, type KeyParams, selectKey } from './operation-keys.ts';

/** Makes a transition of a version once, by `update`. Throws `invalid_transition`, `precondition_failed`, 404s. */
export async function moveVersion(
  db: Database,
  action: ClientAction,
  update: (params: ValuesOf<KeyParams>) => Bound,
  path: VersionPath,
  ifMatch: IfMatch,
): Promise<Tagged<AudienceVersion>> {
  const write = newWrite(ifMatch);
  const params = { path, write, key: write.writeId };
  const [, , [used], ...found] = await db.batch([
    update(params),
    insertKey(params),
    selectKey(params),
    ...selectPath(path),
  ]);
  return used ? foundVersion(found).version : movedVersion(found, action, write.writeId, ifMatch);
}
