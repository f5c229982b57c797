import { env } from 'cloudflare:workers';
import type { SignedIn } from '../../../src/access/sign-in/schemas.ts';
import { additionOf, createCode } from '../../../src/access/sign-in/store/exchange.ts';
import type { Scope } from '../../../src/lib/api-key.ts';
import { openTestDatabase, type Problem, type RequestOptions, send } from './client.ts';

/** Stores a new sign-in code in the database of a workspace, as `npm run key -- link` does. */
export async function newCode(scopes: Scope[] = ['read', 'write', 'admin'], workspace = 'main') {
  const code = createCode(workspace);
  const database = workspace === 'acme' ? env.DB_ACME : env.DB;
  await openTestDatabase(database).batch(additionOf(code, scopes, Date.now()));
  return code;
}

/** `POST /v0/sign_in` without a key. */
export const signIn = (body: unknown, options: RequestOptions = {}) =>
  send<SignedIn & Problem>('POST', '/v0/sign_in', body, { key: null, ...options });
