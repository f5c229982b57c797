import type { Database } from '../../db/client.ts';
import { insertWhere } from '../../db/insert.ts';
import { type ParamsOf, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import type { ApiKeyCreate, ApiKeyCreated } from '../schemas.ts';
import { type KeyRow, newKeyRow, toApiKey } from './internal.ts';

/** A key as it is bound: its scopes as JSON. */
type Values = Omit<KeyRow, 'scopes'> & { scopes: string };

const insertRow = statement((row: ParamsOf<Values>) =>
  insertWhere(apiKeys, row, undefined, apiKeys.apiKeyId),
);

export const insertKey = (row: KeyRow) => insertRow({ ...row, scopes: JSON.stringify(row.scopes) });

/** Stores the hash of `key`. */
export async function createKey(db: Database, key: string, input: ApiKeyCreate): Promise<ApiKeyCreated> {
  const row = newKeyRow(key, input, Date.now());
  await db.batch([insertKey(row)]);
  return { ...toApiKey(row), key };
}
