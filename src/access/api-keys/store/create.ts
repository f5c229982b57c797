import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { build, named, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { hashApiKey } from '../../../lib/api-key.ts';
import { validationError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import { forget } from '../cache.ts';
import type { ApiKeyCreate, ApiKeyCreated } from '../schemas.ts';
import { type KeyRow, keyColumns, keyOrThrow, newKeyRow, selectByHash, toApiKey } from './internal.ts';
import { endsTooLate, isLive, livesLonger, mayMake, selectById, wasLive } from './maker.ts';

/** The values of a key to bind; scopes are JSON text. */
type Values = Omit<KeyRow, 'scopes'> & { scopes: string };

const insertRow = statement((row: ParamsOf<Values>) =>
  insertWhere(apiKeys, row, undefined, apiKeys.apiKeyId),
);

const valuesOf = (row: KeyRow): Values => ({ ...row, scopes: JSON.stringify(row.scopes) });

/** Stores a key that no other key makes: the key of a sign-in, or of the command line. */
export const insertKey = (row: KeyRow) => insertRow(valuesOf(row));

const insertMade = statement(({ row, by }: { row: ParamsOf<Values>; by: Param<string> }) => {
  const expiresAt = sql`coalesce(${row.expiresAt}, ${apiKeys.expiresAt})`;
  const condition = and(eq(apiKeys.apiKeyId, by), mayMake(apiKeys, expiresAt));
  return insertWhere(apiKeys, { ...row, expiresAt }, condition, apiKeys.apiKeyId, apiKeys);
});

/**
 * Stores a new key as its hash. `by` is the id of the key that makes it: if that one ends, the new one ends no later,
 * at the same time if `input` names no end. Throws `validation_failed`.
 */
export async function createKey(
  db: Database,
  key: string,
  input: ApiKeyCreate,
  by: string,
): Promise<ApiKeyCreated> {
  const row = newKeyRow(key, input, Date.now());
  const [, [created], [maker]] = await db.batch([
    insertMade({ row: valuesOf(row), by }),
    selectByHash({ hash: row.hash }),
    selectById({ apiKeyId: by }),
  ]);
  if (!created) throw validationError([endsTooLate(maker?.expiresAt ?? null)]);
  return { ...toApiKey(created), key };
}

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
