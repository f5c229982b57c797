import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { insertWhere } from '../../db/insert.ts';
import { existsIn } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import { hashApiKey } from '../../lib/api-key.ts';
import { newId } from '../../lib/ids.ts';
import { forget } from '../cache.ts';
import type { ApiKeyCreated } from '../schemas.ts';
import { keyColumns, keyOrThrow, selectByHash, toApiKey } from './internal.ts';

interface SuccessorParams {
  /** The old key. */
  apiKeyId: Param<string>;
  successorId: Param<string>;
  hash: Param<string>;
  now: Param<number>;
}

const insertSuccessor = statement(({ apiKeyId, successorId, hash, now }: SuccessorParams) =>
  insertWhere(
    apiKeys,
    {
      apiKeyId: successorId,
      hash,
      name: sql`${apiKeys.name}`,
      scopes: sql`${apiKeys.scopes}`,
      createdAt: now,
      expiresAt: sql`${apiKeys.expiresAt}`,
      limitTier: sql`${apiKeys.limitTier}`,
      isSignIn: sql`${apiKeys.isSignIn}`,
    },
    and(
      eq(apiKeys.apiKeyId, apiKeyId),
      isNull(apiKeys.revokedAt),
      or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
    ),
    apiKeys.apiKeyId,
    apiKeys,
  ),
);

const endReplaced = statement(
  ({ apiKeyId, hash, endsAt }: { [K in 'apiKeyId' | 'hash']: Param<string> } & { endsAt: Param<number> }) =>
    build
      .update(apiKeys)
      .set({ expiresAt: sql`min(coalesce(${apiKeys.expiresAt}, ${endsAt}), ${endsAt})` })
      // The successor exists after this run or, in a retry, since the first run. The old key may have ended by then.
      .where(and(eq(apiKeys.apiKeyId, apiKeyId), existsIn(apiKeys, eq(apiKeys.hash, hash))))
      .returning(named(keyColumns)),
);

/**
 * The statements of a rotation. The new key has the name, scopes, expiry and limit of the old one, which ends at
 * `endsAt`.
 */
export function rotationOf(apiKeyId: string, key: string, endsAt: number, now: number) {
  const hash = hashApiKey(key);
  return [
    insertSuccessor({ apiKeyId, successorId: newId('api_key'), hash, now }),
    endReplaced({ apiKeyId, hash, endsAt }),
    selectByHash({ hash }),
  ] as const;
}

/**
 * Replaces a key. The old one stays valid for another `overlapSeconds`. Throws `api_key_not_found` when it is revoked
 * or expired.
 */
export async function rotateKey(
  db: Database,
  apiKeyId: string,
  key: string,
  overlapSeconds: number,
): Promise<ApiKeyCreated> {
  const now = Date.now();
  const [, [old], [created]] = await db.batch(rotationOf(apiKeyId, key, now + overlapSeconds * 1000, now));
  forget(keyOrThrow(old).hash);
  return { ...toApiKey(keyOrThrow(created)), key };
}
