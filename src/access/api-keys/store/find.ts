import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { VerifiedKey } from '../../../lib/api-key.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { websites } from '../../tables/websites.ts';

/** The origins of all websites, as SQL: the text of a JSON array. */
const originsOfWebsites: SQL<string> = sql`(select json_group_array(${websites.origin}) from ${websites}
  where ${websites.deletedAt} is null)`;

const selectOrigins = statement((_: object) =>
  build.select({ origins: sql<string>`${originsOfWebsites}` }).from(oneRow),
);

/** The origins of all websites. */
export async function getOrigins(db: Database): Promise<string[]> {
  const [[row]] = await db.batch([selectOrigins({})]);
  return JSON.parse(row?.origins ?? '[]');
}

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
      origins: sql<
        string | null
      >`iif(instr(${apiKeys.scopes}, '"collect"') or instr(${apiKeys.scopes}, '"resolve"'), ${originsOfWebsites}, null)`,
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

const { apiKeyId, lastUsedAt } = apiKeys;

const updateUse = statement(
  (params: { apiKeyId: Param<string>; now: Param<number>; before: Param<number> }) =>
    build
      .update(apiKeys)
      .set({ lastUsedAt: params.now })
      .where(and(eq(apiKeyId, params.apiKeyId), sql`coalesce(${lastUsedAt}, 0) <= ${params.before}`)),
);

/** Sets when a key was last used, unless that is later than `before`. */
export async function noteUse(db: Database, apiKeyId: string, now: number, before: number): Promise<void> {
  await db.batch([updateUse({ apiKeyId, now, before })]);
}
