import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type ListParams, named, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey, type VerifiedKey } from '../../../lib/api-key.ts';
import { type List, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { timesOf, toTimestamp } from '../../../lib/time.ts';
import { forget } from '../../api-keys/cache.ts';
import {
  type KeyRow,
  keyColumns,
  keyShownFor,
  selectByHash,
  selectEnded,
} from '../../api-keys/store/internal.ts';
import { keyFacts, toKeyRef } from '../../api-keys/store/maker.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { keyOfShareCode, lifetimes, mostShareLinks } from '../link.ts';
import type { ShareLink, ShareLinkCreate, ShareLinkCreated, ShareLinkRevoked } from '../schemas.ts';

type Shared = Record<'sharedPath' | 'revokedAt' | 'expiresAt', SQLiteColumn>;

/** The condition that a key belongs to a share link that works at `now`. */
const isWorking = ({ sharedPath, revokedAt, expiresAt }: Shared, now: Param<number>) =>
  and(isNotNull(sharedPath), gt(expiresAt, now), isNull(revokedAt));

const prefixes = { link: 'share_link_', key: 'api_key_' };

/** The id of the share link that has this key. The two differ in their prefix. */
export const linkIdOf = (apiKeyId: string): string => apiKeyId.replace(prefixes.key, prefixes.link);

/** The id of the key of a share link; empty for what is not the id of one. */
export const keyIdOf = (shareLinkId: string): string =>
  shareLinkId.startsWith(prefixes.link) ? shareLinkId.replace(prefixes.link, prefixes.key) : '';

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

const selectWorking = statement(({ hash, now }: { hash: Param<string>; now: Param<number> }) =>
  build
    .select(keyColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isWorking(apiKeys, now))),
);

/** The key with this hash, if it belongs to a share link that works at `now`. */
export async function findShared(db: Database, hash: string, now: number): Promise<KeyRow | undefined> {
  const [[row]] = await db.batch([selectWorking({ hash, now })]);
  return row;
}

const maker = alias(apiKeys, 'maker');
/** With `+`, SQLite starts from the few links that work, and does not walk all keys in the order of their ids. */
const order = sql`+${apiKeys.apiKeyId}`;

const selectLinks = statement(({ after, take, now }: ListParams & { now: Param<number> }) =>
  build
    .select({
      apiKeyId: apiKeys.apiKeyId,
      name: apiKeys.name,
      path: sql<string>`${apiKeys.sharedPath}`,
      madeBy: sql<string>`${apiKeys.sharedBy}`,
      maker: sql<string | null>`iif(${maker.apiKeyId} is null, null, ${keyFacts(maker)})`,
      createdAt: apiKeys.createdAt,
      expiresAt: sql<number>`${apiKeys.expiresAt}`,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .leftJoin(maker, eq(maker.apiKeyId, apiKeys.sharedBy))
    .where(and(isWorking(apiKeys, now), after && lt(order, after)))
    .orderBy(desc(order))
    .limit(take),
);

const countLinks = statement(({ now }: { now: Param<number> }) =>
  build.select({ value: count() }).from(apiKeys).where(isWorking(apiKeys, now)),
);

type Row = NonNullable<ReturnType<typeof selectLinks>['row']>;

const toShareLink = ({ apiKeyId, name, path, madeBy, maker, ...times }: Row): ShareLink => ({
  shareLinkId: linkIdOf(apiKeyId),
  name,
  path,
  createdBy: toKeyRef(madeBy, maker),
  ...timesOf(times, ['createdAt', 'expiresAt', 'lastUsedAt']),
});

/** Share links that work, newest first. */
export async function listShareLinks(db: Database, listing: Listing): Promise<List<ShareLink>> {
  const asked = pageAsked(['share_links'], listing);
  const now = Date.now();
  const [rows, [total]] = await db.batch([selectLinks({ ...asked.place, now }), countLinks({ now })]);
  return asked.list(rows, total?.value ?? 0, (last) => last.apiKeyId, toShareLink);
}

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
