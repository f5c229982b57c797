import type { Context } from 'hono';
import { openDatabase } from '../../db/client.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { createApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { ApiKeyCreated } from '../api-keys/schemas.ts';
import { accessOf } from './access.ts';
import { identityOf } from './access-token.ts';
import { addKey } from './store/add-key.ts';

/** Gives a new key of `main` to a user of Cloudflare Access. Throws `invalid_sign_in`, `sign_in_unavailable`. */
export async function signInByAccess(c: Context<AppEnv>): Promise<ApiKeyCreated> {
  const access = accessOf(c.env);
  const token = c.req.header('cf-access-jwt-assertion');
  if (!access || !token) {
    const through = access ? ', or come through Cloudflare Access' : '';
    throw new FootfallError('invalid_sign_in', `Send the code of a sign-in link${through}.`);
  }
  const now = Date.now();
  const identity = await identityOf(token, access, now);
  const db = openDatabase(c.env.DB, 'first-primary', c.var.meter);
  db.actor = { type: 'person', name: identity.email };
  db.wake = wakerOfRequest(c.env, 'main', () => c.executionCtx);
  return addKey(db, createApiKey('main'), identity, access.scopes, now);
}
