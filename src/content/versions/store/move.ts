import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isUnwritten, newWrite, type WriteParams, withWrite } from '../../../db/conditional-write.ts';
import { type Bound, build, type ParamsOf, statement, type ValuesOf } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { ClientAction } from '../../audiences/lifecycle.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { type AudiencePath, isAt, isAudience, isWrittenBy } from '../../audiences/store/internal.ts';
import { writeAudience } from '../../audiences/store/update.ts';
import { insertNextDraft, type OpenParams } from '../../audiences/store/versions.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import { foundVersion, movedVersion, selectPath, transition, type VersionPath } from './internal.ts';
import { insertKey, isUnused, type KeyParams, selectKey } from './operation-keys.ts';

/** Notes the write in the audience. If a version is opened, a trigger increases the audience's revision. */
const nameWrite = statement(({ path, write }: { path: ParamsOf<AudiencePath>; write: WriteParams }) =>
  build
    .update(audiences)
    .set({ writeIds: withWrite(audiences.writeIds, write) })
    .where(and(isAt(path), isUnwritten(audiences.writeIds, write), write.ifMatch && isAudience(path, write))),
);

const copyLatest = statement((params: OpenParams) =>
  insertNextDraft(
    params,
    sql`${audienceVersions.supplementaryContext}`,
    isWrittenBy(params.path, params.write),
  ),
);

/** Opens a copy of the latest version as a draft, or returns the open one. Throws `precondition_failed` and 404s. */
export const openNextDraft = (db: Database, path: AudiencePath, ifMatch: IfMatch) =>
  writeAudience(db, path, ifMatch, (write) => [
    nameWrite({ path, write }),
    copyLatest({ path, versionId: newId('version'), write }),
  ]);

/** Makes a transition of a version once, by `update`. Throws `invalid_transition`, `precondition_failed`, 404s. */
async function moveVersion(
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

const ready = statement((params: KeyParams) =>
  transition('ready', params, { becameDraftAt: params.write.now }, isUnused(params)),
);

/** Makes a pending version a draft. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export const readyVersion = (db: Database, path: VersionPath, ifMatch: IfMatch) =>
  moveVersion(db, 'ready', ready, path, ifMatch);

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
