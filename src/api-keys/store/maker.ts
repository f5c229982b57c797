import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { build, type Param, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import { forget } from '../cache.ts';
import { unknownKey } from '../refusals.ts';
import { type KeyRow, keyColumns } from './internal.ts';

/** The columns of a key that say when it ends. */
type End = Record<'revokedAt' | 'expiresAt', SQLiteColumn>;

/** The condition that a key is neither revoked nor expired at `now`. */
export const isLive = ({ revokedAt, expiresAt }: End, now: Param<number>) =>
  and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)));

/**
 * The condition that a key may make one that ends at `end`, or never if that is null. It is part of the statement that
 * writes: for a minute, an isolate may remember a key as it was before it was revoked or got an end.
 */
export const mayMake = (maker: End, end: SQL, now: Param<number>) =>
  and(isLive(maker, now), or(isNull(maker.expiresAt), lte(end, maker.expiresAt)));

/** A key by its id. */
export const selectById = statement(({ apiKeyId }: { apiKeyId: Param<string> }) =>
  build.select(keyColumns).from(apiKeys).where(eq(apiKeys.apiKeyId, apiKeyId)),
);

/** Whether a key is neither revoked nor expired at `now`, in milliseconds since 1970. */
export const wasLive = ({ revokedAt, expiresAt }: KeyRow, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/**
 * The end, in milliseconds since 1970, of a key that was not allowed to make another. Throws `invalid_api_key` when it
 * was revoked or has expired since this isolate verified it.
 */
export function endOf(maker: KeyRow | undefined, now: number): number | null {
  if (maker && wasLive(maker, now)) return maker.expiresAt;
  if (maker) forget(maker.hash);
  throw unknownKey();
}
