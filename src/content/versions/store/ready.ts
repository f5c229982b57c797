import type { Database } from '../../../db/client.ts';
import { statement } from '../../../db/statement.ts';
import type { IfMatch } from '../../../lib/precondition.ts';
import { transition, type VersionPath } from './internal.ts';
import { isUnused, type KeyParams, moveVersion } from './operation-keys.ts';

const ready = statement((params: KeyParams) =>
  transition('ready', params, { becameDraftAt: params.write.now }, isUnused(params)),
);

/** Makes a pending version a draft. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export const readyVersion = (db: Database, path: VersionPath, ifMatch: IfMatch) =>
  moveVersion(db, 'ready', ready, path, ifMatch);
