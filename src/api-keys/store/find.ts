import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import type { VerifiedKey } from '../cache.ts';

const selectLiveKey = statement(({ hash }: { hash: Param<string> }) =>
  build
    .select({
      apiKeyId: apiKeys.apiKeyId,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      limitTier: apiKeys.limitTier,
      isSignIn: apiKeys.isSignIn,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt))),
);

/** The key with this hash, unless it is revoked; one round trip. */
export async function findKeyByHash(db: Database, hash: string): Promise<VerifiedKey | undefined> {
  const [[row]] = await db.batch([selectLiveKey({ hash })]);
  return row;
}
