import { and, eq, not } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { newWrite } from '../../../db/conditional-write.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { type Bound, build, type Param, statement, type ValuesOf } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { ClientAction } from '../../audiences/lifecycle.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { audienceVersions, operationKeys } from '../../tables/pages.ts';
import {
  foundVersion,
  movedVersion,
  selectPath,
  type TransitionParams,
  type VersionPath,
} from './internal.ts';

// A transition that a client asks for happens once for each operation key. Without a key of the client, the id of the
// request is the key: when D1's answer was lost, the retry changes nothing, whatever others have done since.

/** Stands in place of a version, for a key that must publish none. */
export const declined = 'declined';
/** Stands in place of a version, for a key that has started something else. */
const started = 'started';

export type KeyParams = TransitionParams & { key: Param<string> };
const isKey = ({ key }: Pick<KeyParams, 'key'>) => eq(operationKeys.operationKey, key);

/** The condition that no transition has this key yet. */
export const isUnused = (params: Pick<KeyParams, 'key'>) => not(existsIn(operationKeys, isKey(params)));

/** Stores the key of the transition that this request has made. */
export const insertKey = statement(({ path: { versionId }, write, key }: KeyParams) =>
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

/** Selects the version of a key. */
export const selectKey = statement((params: Pick<KeyParams, 'key'>) =>
  build.select({ versionId: operationKeys.versionId }).from(operationKeys).where(isKey(params)),
);

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

interface Used {
  key: Param<string>;
  /** What stands in place of a version. */
  as: Param<string>;
  now: Param<number>;
}
const insertUsed = statement(({ key, as, now }: Used) =>
  insertWhere(
    operationKeys,
    { operationKey: key, versionId: as, createdAt: now },
    undefined,
    operationKeys.operationKey,
  ),
);

/** Uses up an operation key. Returns whether it is used for this. */
async function useKey(db: Database, key: string, as: string): Promise<boolean> {
  const [, [used]] = await db.batch([insertUsed({ key, as, now: Date.now() }), selectKey({ key })]);
  return used?.versionId === as;
}

/** Uses up an operation key, so that nothing comes of it. Returns false when it has published or started something. */
export const declineKey = (db: Database, key: string): Promise<boolean> => useKey(db, key, declined);

/** Uses up an operation key for what has no version to store with it. Returns false when it was declined. */
export const startKey = (db: Database, key: string): Promise<boolean> => useKey(db, key, started);
