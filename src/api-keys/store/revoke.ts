import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { ApiKey } from '../schemas.ts';
import { keyColumns, keyOrThrow, toApiKey } from './internal.ts';

/** Ends a key at `now`, milliseconds since 1970; an earlier end stays. */
export const endKey = statement(({ apiKeyId, now }: { apiKeyId: Param<string>; now: Param<number> }) =>
  build
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
    .where(eq(apiKeys.apiKeyId, apiKeyId))
    .returning(named(keyColumns)),
);

/** Ends a key at once; a second call changes nothing. Throws `api_key_not_found`. */
export async function revokeKey(db: Database, apiKeyId: string): Promise<ApiKey> {
  const [[revoked]] = await db.batch([endKey({ apiKeyId, now: Date.now() })]);
  const row = keyOrThrow(revoked);
  forget(row.hash);
  return toApiKey(row);
}
