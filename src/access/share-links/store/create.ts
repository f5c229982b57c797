import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey, type VerifiedKey } from '../../../lib/api-key.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { keyShownFor, selectEnded } from '../../api-keys/store/ended.ts';
import { selectByHash } from '../../api-keys/store/internal.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { keyOfShareCode } from '../code.ts';
import { lifetimes, mostShareLinks } from '../limits.ts';
import type { ShareLinkCreate, ShareLinkCreated } from '../schemas.ts';
import { isWorking, linkIdOf } from './internal.ts';

const deleteEnded = statement(({ oldest }: { oldest: Param<number> }) =>
  build.delete(apiKeys).where(inArray(apiKeys.apiKeyId, selectEnded(isNotNull(apiKeys.sharedPath), oldest))),
);

interface LinkParams extends Record<'apiKeyId' | 'hash' | 'name' | 'sharedPath', Param<string>> {
  now: Param<number>;
  expiresAt: Param<number>;
  /** The key that makes it. */
  by: Param<string>;
}

const other = alias(apiKeys, 'other');

const insertLink = statement(({ now, by, ...row }: LinkParams) => {
  const working = build.select({ count: count() }).from(other).where(isWorking(other, now));
  return insertWhere(
    apiKeys,
    { ...row, scopes: sql`'["read"]'`, createdAt: now, sharedBy: by },
    and(eq(apiKeys.apiKeyId, by), sql`(${working}) < ${sql.raw(String(mostShareLinks))}`),
    apiKeys.apiKeyId,
    apiKeys,
  );
});

/** Stores the key of a new share link as its hash, and removes those that ended long ago. Throws `share_links_full`. */
export async function createShareLink(
  db: Database,
  { workspace, code }: { workspace: string; code: string },
  { name, path, lifetime }: ShareLinkCreate,
  by: VerifiedKey,
): Promise<ShareLinkCreated> {
  const now = Date.now();
  const hash = hashApiKey(keyOfShareCode(workspace, code));
  const row = {
    apiKeyId: newId('api_key'),
    hash,
    name,
    sharedPath: path,
    expiresAt: now + lifetimes[lifetime],
  };
  const [, , [created]] = await db.batch([
    deleteEnded({ oldest: now - keyShownFor }),
    insertLink({ ...row, now, by: by.apiKeyId }),
    selectByHash({ hash }),
  ]);
  if (!created)
    throw new FootfallError(
      'share_links_full',
      `A workspace has at most ${mostShareLinks} share links that work. Revoke one that nobody needs.`,
    );
  return {
    shareLinkId: linkIdOf(row.apiKeyId),
    name,
    path,
    createdBy: { apiKeyId: by.apiKeyId, name: by.name, hasEnded: false },
    createdAt: toTimestamp(now),
    expiresAt: toTimestamp(row.expiresAt),
    lastUsedAt: null,
    code,
  };
}
