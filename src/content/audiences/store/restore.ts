import { isNotNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { newWrite, type WriteParams } from '../../../db/conditional-write.ts';
import { type ParamsOf, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { audiences } from '../../tables/audiences.ts';
import type { Audience } from '../schemas.ts';
import type { AudiencePath } from './internal.ts';
import { reviseAudience } from './revise.ts';
import { selectPath, writtenAudience } from './select.ts';

const restore = statement(({ path, write }: { path: ParamsOf<AudiencePath>; write: WriteParams }) =>
  reviseAudience(path, write, { archivedAt: null }, { condition: isNotNull(audiences.archivedAt) }),
);

/** Restores an archived audience. Any other audience stays as it is. Throws as `archiveAudience` does. */
export async function restoreAudience(
  db: Database,
  path: AudiencePath,
  ifMatch: IfMatch,
): Promise<Tagged<Audience>> {
  const write = newWrite(ifMatch);
  const [, ...found] = await db.batch([restore({ path, write }), ...selectPath(path)]);
  return writtenAudience(found, write, ifMatch);
}
