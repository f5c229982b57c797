import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { failUnless, type Guard } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { VerifiedKey } from '../../../lib/api-key.ts';
import { FootfallError, violation } from '../../../lib/errors.ts';
import { toTimestampOrNull } from '../../../lib/time.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { KeyRef } from '../schemas.ts';
import { type KeyRow, keyColumns } from './internal.ts';

/** The only answer to a well-formed key that is not valid here, so that it reveals no reason. */
export const unknownKey = (): FootfallError =>
  new FootfallError('invalid_api_key', 'The API key is unknown, revoked or expired.');

const bound = (end: number | null) => `${toTimestampOrNull(end)}, when the key of this request ends`;

/** The violation of a new key that would end later than the key that makes it, which ends at `end`. */
export const endsTooLate = (end: number | null) =>
  violation('body', 'expiresAt', 'too_large', `must not be later than ${bound(end)}`);

/** The violation of a key that cannot be rotated, because its successor would end later than `end`. */
export const livesLonger = (end: number | null) => {
  const message = `must be a key that does not end later than ${bound(end)}`;
  return violation('path', 'api_key_id', 'too_large', message);
};

type End = Record<'revokedAt' | 'expiresAt', SQLiteColumn>;

/** The condition that a key is neither revoked nor expired at `now`. */
export const isLive = ({ revokedAt, expiresAt }: End, now: Param<number>) =>
  and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)));

interface GuardParams {
  apiKeyId: Param<string>;
  now: Param<number>;
  /** In a retry, when the request began: a key that has ended since counts as live. */
  since: Param<number> | undefined;
}

const failUnlessLive = statement(({ apiKeyId, now, since }: GuardParams) =>
  failUnless(
    existsIn(
      apiKeys,
      and(
        eq(apiKeys.apiKeyId, apiKeyId),
        since
          ? sql`min(coalesce(${apiKeys.revokedAt}, ${since}), coalesce(${apiKeys.expiresAt}, ${since})) >= ${since}`
          : isLive(apiKeys, now),
      ),
    ),
  ),
);

/** Refuses a batch whose key was revoked or has expired since this isolate verified it, and forgets the key. */
export function liveKeyGuard({ apiKeyId, hash }: Pick<VerifiedKey, 'apiKeyId' | 'hash'>): Guard {
  const since = Date.now();
  return {
    condition: (isRetry) => failUnlessLive({ apiKeyId, now: Date.now(), since: isRetry ? since : undefined }),
    refusal: () => {
      forget(hash);
      return unknownKey();
    },
  };
}

/** The condition that a key may make one that ends at `end`, or never if that is null. */
export const mayMake = (maker: Pick<End, 'expiresAt'>, end: SQL) =>
  or(isNull(maker.expiresAt), lte(end, maker.expiresAt));

/** A key by its id. */
export const selectById = statement(({ apiKeyId }: { apiKeyId: Param<string> }) =>
  build.select(keyColumns).from(apiKeys).where(eq(apiKeys.apiKeyId, apiKeyId)),
);

/** Whether a key is neither revoked nor expired at `now`. */
export const wasLive = ({ revokedAt, expiresAt }: Pick<KeyRow, keyof End>, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** What an answer says of a key, as JSON for `toKeyRef`. */
export const keyFacts = ({ name, revokedAt, expiresAt }: End & { name: SQLiteColumn }): SQL<string> =>
  sql<string>`json_array(${name}, ${revokedAt}, ${expiresAt})`;

/** The same of the key with this id, within a select of another table: it reads one row more. */
export const factsOfKey = (apiKeyId: SQLiteColumn) =>
  sql<string | null>`(select ${keyFacts(apiKeys)} from ${apiKeys} where ${eq(apiKeys.apiKeyId, apiKeyId)})`;

/** The key in an answer, with its facts. A key that was deleted has none. */
export function toKeyRef(apiKeyId: string, facts: string | null): KeyRef {
  if (facts === null) return { apiKeyId, name: null, hasEnded: true };
  const [name, revokedAt, expiresAt] = JSON.parse(facts) as [string, number | null, number | null];
  return { apiKeyId, name, hasEnded: !wasLive({ revokedAt, expiresAt }, Date.now()) };
}

/** The key that changed something last, with its facts. Null if that was not noted. */
export const toUpdatedBy = (row: { updatedBy: string | null; updater: string | null }): KeyRef | null =>
  row.updatedBy === null ? null : toKeyRef(row.updatedBy, row.updater);
