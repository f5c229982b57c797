import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { forget } from '../../api-keys/cache.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { ShareLinkRevoked } from '../schemas.ts';
import { keyIdOf } from './internal.ts';

const { hash, revokedAt, expiresAt } = apiKeys;

/** It ends, too, so that it is not read any more among the links that work. */
const endLink = statement(({ apiKeyId, now }: { apiKeyId: Param<string>; now: Param<number> }) =>
  build
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${revokedAt}, ${now})`, expiresAt: sql`min(${expiresAt}, ${now})` })
    .where(and(eq(apiKeys.apiKeyId, apiKeyId), isNotNull(apiKeys.sharedPath)))
    .returning(named({ hash, revokedAt: sql<number>`${revokedAt}` })),
);

const linkOrThrow = orThrow('share_link_not_found', 'There is no share link with this id.');

/** Revokes a share link at once. A second call changes nothing. Throws `share_link_not_found`. */
export async function revokeShareLink(db: Database, shareLinkId: string): Promise<ShareLinkRevoked> {
  const [[row]] = await db.batch([endLink({ apiKeyId: keyIdOf(shareLinkId), now: Date.now() })]);
  const revoked = linkOrThrow(row);
  forget(revoked.hash);
  return { shareLinkId, revokedAt: toTimestamp(revoked.revokedAt) };
}
