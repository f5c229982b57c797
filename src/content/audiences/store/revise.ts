import { and, or, type SQL, sql } from 'drizzle-orm';
import { isUnwritten, type WriteParams, withWrite } from '../../../db/conditional-write.ts';
import { build, type ParamsOf } from '../../../db/statement.ts';
import { audiences } from '../../tables/audiences.ts';
import { type AudiencePath, isAt, isAudience } from './internal.ts';

/**
 * An UPDATE of an audience, like `revise` of db/conditional-write.ts but without `updatedAt`, which audiences lack.
 * `If-Match` may have any tag if `orIf` holds.
 */
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
