import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { hashApiKey } from '../../../lib/api-key.ts';
import { validationError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { ApiKeyCreated } from '../schemas.ts';
import { keyColumns, keyOrThrow, selectByHash, toApiKey } from './internal.ts';
import { isLive, livesLonger, mayMake, selectById, wasLive } from './maker.ts';

interface SuccessorParams {
  /** The old key. */
  apiKeyId: Param<string>;
  successorId: Param<string>;
  hash: Param<string>;
  now: Param<number>;
  /** The key that rotates it. Undefined on the command line. */
  by: Param<string> | undefined;
}

const maker = alias(apiKeys, 'maker');

const insertSuccessor = statement(({ apiKeyId, successorId, hash, now, by }: SuccessorParams) =>
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
      isLive(apiKeys, now),
      by &&
        existsIn(
          sql`${apiKeys} as ${maker}`,
          and(eq(maker.apiKeyId, by), mayMake(maker, sql`${apiKeys.expiresAt}`)),
        ),
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
 * `endsAt`. With `by`, the id of a key that ends, the old one must end no later.
 */
export function rotationOf(apiKeyId: string, key: string, endsAt: number, now: number, by?: string) {
  const hash = hashApiKey(key);
  return [
    insertSuccessor({ apiKeyId, successorId: newId('api_key'), hash, now, by }),
    endReplaced({ apiKeyId, hash, endsAt }),
    selectByHash({ hash }),
  ] as const;
}

/** Replaces a key for `by`; the old one lasts `overlapSeconds`. Throws `api_key_not_found`, `validation_failed`. */
export async function rotateKey(
  db: Database,
  apiKeyId: string,
  key: string,
  overlapSeconds: number,
  by: string,
): Promise<ApiKeyCreated> {
  const now = Date.now();
  const [, , [created], [old], [own]] = await db.batch([
    ...rotationOf(apiKeyId, key, now + overlapSeconds * 1000, now, by),
    selectById({ apiKeyId }),
    selectById({ apiKeyId: by }),
  ]);
  if (!created) {
    keyOrThrow(old && wasLive(old, now) ? old : undefined);
    throw validationError([livesLonger(own?.expiresAt ?? null)]);
  }
  if (old) forget(old.hash);
  return { ...toApiKey(created), key };
}
