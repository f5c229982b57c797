import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Audience } from '../schemas.ts';
import type { AudiencePath } from './internal.ts';
import { foundAudience, foundById, selectById, selectPath } from './select.ts';

/** An audience. Throws `page_not_found`, `audience_not_found`. */
export async function getAudienceOrThrow(db: Database, path: AudiencePath): Promise<Tagged<Audience>> {
  return foundAudience(await db.batch(selectPath(path)));
}

/** An audience of any page. Throws `audience_not_found`. */
export async function getAudienceById(db: Database, audienceId: string): Promise<Tagged<Audience>> {
  return foundById(await db.batch(selectById({ audienceId })));
}
