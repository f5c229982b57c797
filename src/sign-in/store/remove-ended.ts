import { and, inArray, lt, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import { keyShownFor } from '../lifetimes.ts';

const { apiKeyId, expiresAt, isSignIn } = apiKeys;
/** The most keys that a sign-in removes: it adds only one. */
const chunk = 10;

const deleteEnded = statement(({ oldest }: { oldest: Param<number> }) =>
  build.delete(apiKeys).where(
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
);

/** Removes keys of sign-ins that ended 30 days ago; `now` in milliseconds since 1970. */
export const removeEnded = (now: number) => deleteEnded({ oldest: now - keyShownFor });
