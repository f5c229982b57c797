import type { Context } from 'hono';
import { databaseOf } from '../../config/workspaces.ts';
import { openDatabase } from '../../db/client.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { hashApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import { toApiKey } from '../api-keys/store/internal.ts';
import { keyOfShareCode } from '../share-links/code.ts';
import { findShared } from '../share-links/store/find.ts';
import type { SignedIn } from './schemas.ts';

/** The key of a share link, and the view that it opens. Throws `invalid_sign_in`, with one text for all reasons. */
export async function signInByShare(c: Context<AppEnv>, workspace: string, code: string): Promise<SignedIn> {
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
