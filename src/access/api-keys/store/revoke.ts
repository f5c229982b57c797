import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { ApiKey } from '../schemas.ts';
import { keyColumns, keyOrThrow, toApiKey } from './internal.ts';

/** Makes a key expire at `now`. An earlier expiry is kept. */
export const endKey = statement(({ apiKeyId, now }: { apiKeyId: Param<string>; now: Param<number> }) =>
  build
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
    .where(eq(apiKeys.apiKeyId, apiKeyId))
    .returning(named(keyColumns)),
);

/** Revokes a key at once. A second call changes nothing. Throws `api_key_not_found`. */
export async function revokeKey(db: Database, apiKeyId: string): Promise<ApiKey> {
  const [[revoked]] = await db.batch([endKey({ apiKeyId, now: Date.now() })]);
  const row = keyOrThrow(revoked);
  forget(row.hash);
  return toApiKey(row);
}
