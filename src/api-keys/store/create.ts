import type { Database } from '../../db/client.ts';
import { insertWhere } from '../../db/insert.ts';
import { type ParamsOf, statement } from '../../db/statement.ts';
import { apiKeys } from '../../db/tables/api-keys.ts';
import type { ApiKeyCreate, ApiKeyCreated } from '../schemas.ts';
import { type KeyRow, newKeyRow, toApiKey } from './internal.ts';

/** The values of a key to bind; scopes are JSON text. */
type Values = Omit<KeyRow, 'scopes'> & { scopes: string };

const insertRow = statement((row: ParamsOf<Values>) =>
  insertWhere(apiKeys, row, undefined, apiKeys.apiKeyId),
);

export const insertKey = (row: KeyRow) => insertRow({ ...row, scopes: JSON.stringify(row.scopes) });

/** Stores a new key as its hash. */
export async function createKey(db: Database, key: string, input: ApiKeyCreate): Promise<ApiKeyCreated> {
  const row = newKeyRow(key, input, Date.now());
  await db.batch([insertKey(row)]);
  return { ...toApiKey(row), key };
}
