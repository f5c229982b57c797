import { and, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, named, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey } from '../../../lib/api-key.ts';
import { type List, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { dayMs } from '../../../lib/durations.ts';
import { orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { timesOf } from '../../../lib/time.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { ApiKey, ApiKeyCreate } from '../schemas.ts';

export const keyColumns = getTableColumns(apiKeys);
export type KeyRow = typeof apiKeys.$inferSelect;

export const toApiKey = (row: Omit<KeyRow, 'hash'>): ApiKey => ({
  apiKeyId: row.apiKeyId,
  name: row.name,
  scopes: row.scopes,
  ...timesOf(row, ['createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt']),
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

/** Keys, newest first. */
export const selectKeys = statement(({ after, take }: ListParams) =>
  build
    .select(keyColumns)
    .from(apiKeys)
    .where(after && lt(apiKeys.apiKeyId, after))
    .orderBy(desc(apiKeys.apiKeyId))
    .limit(take),
);

/** Keys of the workspace, newest first, revoked ones included. */
export async function listKeys(db: Database, listing: Listing): Promise<List<ApiKey>> {
  const asked = pageAsked(['api_keys'], listing);
  const [rows, [total]] = await db.batch([selectKeys(asked.place), selectCounter({}, 'api_keys')]);
  return asked.list(rows, total?.value ?? 0, (last) => last.apiKeyId, toApiKey);
}

/** How long, in milliseconds, the list of keys shows a key of a sign-in or of a share link after its end. */
export const keyShownFor = 30 * dayMs;
/** The most keys that a new one removes: it adds only one. */
const chunk = 10;

const { apiKeyId, expiresAt } = apiKeys;

/** Selects the ids of keys of a kind that ended before `oldest`, the first to end first. */
export const selectEnded = (isOfKind: SQL, oldest: Param<number>) =>
  build
    .select({ apiKeyId })
    .from(apiKeys)
    .where(and(isOfKind, lt(expiresAt, oldest)))
    .orderBy(expiresAt)
    .limit(chunk);

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
