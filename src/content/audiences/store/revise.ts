import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Optional } from '../../../db/client.ts';
import {
  hasWrite,
  isUnwritten,
  newWrite,
  type WriteParams,
  withWrite,
} from '../../../db/conditional-write.ts';
import { build, type ParamsOf } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { audiences } from '../../tables/pages.ts';
import type { Audience } from '../schemas.ts';
import { type AudiencePath, isAt, isAudience } from './internal.ts';
import { foundAudience, selectPath } from './select.ts';

/** An UPDATE of an audience, as `revise`, but without `updatedAt`. `If-Match` may have any tag if `orIf` holds. */
export const reviseAudience = (
  path: ParamsOf<AudiencePath>,
  write: WriteParams,
  changes: {
    [K in keyof typeof audiences.$inferInsert]?: SQL | (typeof audiences.$inferInsert)[K] | undefined;
  },
  { condition, orIf }: { condition?: SQL; orIf?: SQL | undefined } = {},
) =>
  build
    .update(audiences)
    .set({
      ...changes,
      revision: sql`${audiences.revision} + 1`,
      writeIds: withWrite(audiences.writeIds, write),
    })
    .where(
      and(
        isAt(path),
        isUnwritten(audiences.writeIds, write),
        write.ifMatch && or(isAudience(path, write), orIf),
        condition,
      ),
    );

/** The audience after some statements. Throws `page_not_found`, `audience_not_found`, `precondition_failed`. */
export async function writeAudience(
  db: Database,
  path: AudiencePath,
  ifMatch: IfMatch,
  statementsOf: (write: ReturnType<typeof newWrite>) => [Optional, Optional?, Optional?],
): Promise<Tagged<Audience>> {
  const write = newWrite(ifMatch);
  const [first, second, third] = statementsOf(write);
  const [, , , ...found] = await db.batch([first, second, third, ...selectPath(path)]);
  const audience = foundAudience(found);
  const [, [row]] = found;
  if (!(row && hasWrite(row, write))) assertMatch(audience.etag, ifMatch);
  return audience;
}
