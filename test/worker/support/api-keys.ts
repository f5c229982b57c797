import type { ApiKey, ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { createApiKey, type Scope } from '../../../src/lib/api-key.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { openTestDatabase, type Problem, type RequestOptions, send, storeKey } from './client.ts';

const path = '/v0/api_keys';

export const mint = (fields: object, options: RequestOptions = {}) =>
  send<ApiKeyCreated & Problem>('POST', path, { name: 'x', scopes: ['read'], ...fields }, options);
/** Makes a key with `key`. */
export const make = (key: string, fields: object = {}, options: RequestOptions = {}) =>
  mint(fields, { key, ...options });
/** Rotates the key with this id, with `key`. */
export const rotate = (key: string, id: string, body: object = {}) =>
  send<ApiKeyCreated & Problem>('POST', `${path}/${id}/rotate`, body, { key });

/** Stores a key, and returns its id with it. */
export async function stored(scopes: Scope[] = ['admin'], expiresAt?: string) {
  const key = createApiKey('main');
  const input = { name: 'stored', scopes, ...(expiresAt && { expiresAt }) };
  return { key, apiKeyId: await storeKey(openTestDatabase(), key, input) };
}

export const listed = async () => (await send<List<ApiKey>>('GET', `${path}?limit=100`)).body;

/** The status that a key gets. With `bindings`, the use of the key is noted when this returns. */
export const works = async (key: string) =>
  (await send('GET', '/v0/accounts', undefined, { key, bindings: {} })).status;
