import type { Context } from 'hono';
import { databaseOf } from '../../config/workspaces.ts';
import { openDatabase } from '../../db/client.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { conditions, noStore } from '../../http/middleware/headers.ts';
import { bodyOfAnyone, jsonBody } from '../../http/middleware/json-body.ts';
import { sameOrigin } from '../../http/middleware/origin.ts';
import { addressLimit } from '../../http/middleware/rate-limit.ts';
import { body } from '../../http/route.ts';
import { createApiKey, hashApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { ApiKeyCreated } from '../api-keys/schemas.ts';
import { toApiKey } from '../api-keys/store/internal.ts';
import { keyOfShareCode, workspaceOfShareCode } from '../share-links/link.ts';
import { findShared } from '../share-links/store/share-links.ts';
import { accessOf, identityOf } from './access.ts';
import { type SignedIn, SignIn } from './schemas.ts';
import { addKey } from './store/add-key.ts';
import { exchangeCode, hashCode, workspaceOfCode } from './store/exchange.ts';

/** Gives a new key of `main` to a user of Cloudflare Access. Throws `invalid_sign_in`, `sign_in_unavailable`. */
async function signInByAccess(c: Context<AppEnv>): Promise<ApiKeyCreated> {
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

/** Exchanges the code of a sign-in link for a new key. Throws `invalid_sign_in`, with one text for all reasons. */
async function signInByCode(c: Context<AppEnv>, code: string): Promise<ApiKeyCreated> {
  const workspace = workspaceOfCode(code);
  if (workspace === undefined) throw new FootfallError('invalid_sign_in', 'The sign-in code is malformed.');
  // A code of an unknown workspace is looked for in `DB`, as a key is, by a hash that nothing has. So neither the
  // answer nor its time reveals which workspaces exist.
  const binding = databaseOf(c.env, workspace);
  const db = openDatabase(binding ?? c.env.DB, 'first-primary', c.var.meter);
  db.actor = { type: 'link' };
  db.wake = binding && wakerOfRequest(c.env, workspace, () => c.executionCtx);
  const codeHash = binding ? hashCode(code) : '';
  const created = await exchangeCode(db, codeHash, createApiKey(workspace), Date.now());
  if (created) return created;
  throw new FootfallError(
    'invalid_sign_in',
    'The sign-in code is unknown, used or expired: it is valid once, for 15 minutes. Make a new link.',
  );
}

/** The key of a share link, and the view that it opens. Throws `invalid_sign_in`, with one text for all reasons. */
async function signInByShare(c: Context<AppEnv>, workspace: string, code: string): Promise<SignedIn> {
  // As for a sign-in code: a workspace that does not exist is looked for as long.
  const binding = databaseOf(c.env, workspace);
  const db = openDatabase(binding ?? c.env.DB, 'first-primary', c.var.meter);
  const key = keyOfShareCode(workspace, code);
  const shared = await findShared(db, binding ? hashApiKey(key) : '', Date.now());
  if (shared?.sharedPath) return { ...toApiKey(shared), key, path: shared.sharedPath };
  throw new FootfallError(
    'invalid_sign_in',
    'The share link is unknown, was revoked or has ended. Ask whoever sent it for another.',
  );
}

/** Needs no key: it gives one. */
export const signInRoutes = new Hono<AppEnv>()
  .use('/', noStore(), sameOrigin(), addressLimit(), conditions(), bodyOfAnyone(), jsonBody())
  .post('/', body(SignIn), async (c) => {
    const { code } = c.req.valid('json');
    if (code === undefined) return c.json(await signInByAccess(c), 201);
    const shared = workspaceOfShareCode(code);
    const key = shared === undefined ? await signInByCode(c, code) : await signInByShare(c, shared, code);
    return c.json(key, 201);
  });
