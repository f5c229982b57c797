import { eq, getTableColumns } from 'drizzle-orm';
import { build, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey } from '../../../lib/api-key.ts';
import { orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { ApiKey, ApiKeyCreate } from '../schemas.ts';

export const keyColumns = getTableColumns(apiKeys);
export type KeyRow = typeof apiKeys.$inferSelect;

export const toApiKey = (row: Omit<KeyRow, 'hash'>): ApiKey => ({
  apiKeyId: row.apiKeyId,
  name: row.name,
  scopes: row.scopes,
  createdAt: toTimestamp(row.createdAt),
  expiresAt: toTimestampOrNull(row.expiresAt),
  revokedAt: toTimestampOrNull(row.revokedAt),
  lastUsedAt: toTimestampOrNull(row.lastUsedAt),
});

/** The row of a new key. Without a tier the default rate limit applies. */
export function newKeyRow(
  key: string,
  input: ApiKeyCreate,
  now: number,
  limitTier: string | null = null,
): KeyRow {
  return {
    apiKeyId: newId('api_key'),
    hash: hashApiKey(key),
    name: input.name,
    scopes: input.scopes,
    createdAt: now,
    expiresAt: input.expiresAt === undefined ? null : Date.parse(input.expiresAt),
    revokedAt: null,
    limitTier,
    lastUsedAt: null,
    isSignIn: null,
    sharedPath: null,
    sharedBy: null,
  };
}

/** The key with this hash. */
export const selectByHash = statement(({ hash }: { hash: Param<string> }) =>
  build.select(keyColumns).from(apiKeys).where(eq(apiKeys.hash, hash)),
);

/** Throws `api_key_not_found` when there is no row. */
export const keyOrThrow = orThrow('api_key_not_found', 'No live API key has this id in this workspace.');
