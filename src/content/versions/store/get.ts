import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { AudienceVersion } from '../../audiences/schemas.ts';
import { foundVersion, selectPath, type VersionPath } from './internal.ts';

/** A version. Throws `page_not_found`, `audience_not_found`, `version_not_found`. */
export async function getVersionOrThrow(db: Database, path: VersionPath): Promise<Tagged<AudienceVersion>> {
  return foundVersion(await db.batch(selectPath(path))).version;
}
