import type { Context } from 'hono';
import { databaseOf } from '../../config/workspaces.ts';
import { openDatabase } from '../../db/client.ts';
import { wakerOfRequest } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { createApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import type { ApiKeyCreated } from '../api-keys/schemas.ts';
import { hashCode, workspaceOfCode } from './code.ts';
import { exchangeCode } from './store/exchange.ts';

/** Exchanges the code of a sign-in link for a new key. Throws `invalid_sign_in`, with one text for all reasons. */
export async function signInByCode(c: Context<AppEnv>, code: string): Promise<ApiKeyCreated> {
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
