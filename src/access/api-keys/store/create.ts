import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { validationError } from '../../../lib/errors.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { ApiKeyCreate, ApiKeyCreated } from '../schemas.ts';
import { type KeyRow, newKeyRow, selectByHash, toApiKey } from './internal.ts';
import { endsTooLate, mayMake, selectById } from './maker.ts';

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
