import { and, eq, inArray, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { keyShownFor, selectEnded } from '../../api-keys/store/ended.ts';
import { apiKeys } from '../../tables/api-keys.ts';

// The 1 is literal, because SQLite uses the partial index for no parameter.
const isOfSignIn = sql`${apiKeys.isSignIn} = 1`;

const deleteEnded = statement(({ hash, oldest }: { hash: Param<string>; oldest: Param<number> }) =>
  build
    .delete(apiKeys)
    .where(
      and(
        existsIn(apiKeys, eq(apiKeys.hash, hash)),
        inArray(apiKeys.apiKeyId, selectEnded(isOfSignIn, oldest)),
      ),
    ),
);

/** Removes keys of sign-ins that ended 30 days ago, if there is a key with this hash: a failed one writes nothing. */
export const removeEnded = (hash: string, now: number) => deleteEnded({ hash, oldest: now - keyShownFor });
