import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { VerifiedKey } from '../../../lib/api-key.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { originsOfWebsites } from './origins.ts';

const selectLiveKey = statement(({ hash }: { hash: Param<string> }) =>
  build
    .select({
      apiKeyId: apiKeys.apiKeyId,
      hash: apiKeys.hash,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      limitTier: apiKeys.limitTier,
      isSignIn: apiKeys.isSignIn,
      lastUsedAt: apiKeys.lastUsedAt,
      origins: sql<string | null>`iif(instr(${apiKeys.scopes}, '"collect"'), ${originsOfWebsites}, null)`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt))),
);

/** The key with this hash, unless it is revoked, read at `now`; one round trip. */
export async function findKeyByHash(
  db: Database,
  hash: string,
  now: number,
): Promise<VerifiedKey | undefined> {
  const [[row]] = await db.batch([selectLiveKey({ hash })]);
  return row && { ...row, origins: JSON.parse(row.origins ?? '[]'), originsReadAt: now };
}
