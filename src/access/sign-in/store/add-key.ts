import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { Scope } from '../../../lib/api-key.ts';
import { hourMs } from '../../../lib/durations.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { personKeyName } from '../../api-keys/author.ts';
import type { ApiKeyCreated } from '../../api-keys/schemas.ts';
import { insertKey } from '../../api-keys/store/create.ts';
import { keyShownFor, newKeyRow, selectEnded, toApiKey } from '../../api-keys/store/internal.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { Identity } from '../access.ts';

/** How long, in milliseconds, the key of a sign-in is valid. */
export const keyLifetime = 12 * hourMs;

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

/** Stores a key of a person, which does not outlive their sign-in. */
export async function addKey(
  db: Database,
  key: string,
  { email, endsAt }: Identity,
  scopes: Scope[],
  now: number,
): Promise<ApiKeyCreated> {
  const input = {
    name: personKeyName(email),
    scopes,
    expiresAt: toTimestamp(Math.min(now + keyLifetime, endsAt)),
  };
  const row = { ...newKeyRow(key, input, now), isSignIn: 1 };
  await db.batch([insertKey(row), removeEnded(row.hash, now)]);
  return { ...toApiKey(row), key };
}
