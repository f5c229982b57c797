import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { keyShownFor } from '../lifetimes.ts';

const { apiKeyId, expiresAt, isSignIn } = apiKeys;
/** The most keys that a sign-in removes: it adds only one. */
const chunk = 10;

const deleteEnded = statement(({ hash, oldest }: { hash: Param<string>; oldest: Param<number> }) =>
  build.delete(apiKeys).where(
    and(
      existsIn(apiKeys, eq(apiKeys.hash, hash)),
      inArray(
        apiKeyId,
        build
          .select({ apiKeyId })
          .from(apiKeys)
          // The 1 is literal, because SQLite uses the partial index for no parameter.
          .where(and(sql`${isSignIn} = 1`, lt(expiresAt, oldest)))
          .orderBy(expiresAt)
          .limit(chunk),
      ),
    ),
  ),
);

/**
 * Removes keys of sign-ins that ended 30 days ago, if there is a key with this hash: a sign-in that fails writes
 * nothing. `now` in milliseconds since 1970.
 */
export const removeEnded = (hash: string, now: number) => deleteEnded({ hash, oldest: now - keyShownFor });
