import { and, gt, isNotNull, isNull } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Param } from '../../../db/statement.ts';

type Shared = Record<'sharedPath' | 'revokedAt' | 'expiresAt', SQLiteColumn>;

/** The condition that a key belongs to a share link that works at `now`. */
export const isWorking = ({ sharedPath, revokedAt, expiresAt }: Shared, now: Param<number>) =>
  and(isNotNull(sharedPath), gt(expiresAt, now), isNull(revokedAt));

const prefixes = { link: 'share_link_', key: 'api_key_' };

/** The id of the share link that has this key. The two differ in their prefix. */
export const linkIdOf = (apiKeyId: string): string => apiKeyId.replace(prefixes.key, prefixes.link);

/** The id of the key of a share link; empty for what is not the id of one. */
export const keyIdOf = (shareLinkId: string): string =>
  shareLinkId.startsWith(prefixes.link) ? shareLinkId.replace(prefixes.link, prefixes.key) : '';
