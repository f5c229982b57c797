import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { unknownKey, verifyKey } from '../api-keys/verify.ts';
import { databaseOf, openDatabase } from '../db/client.ts';
import type { AppEnv } from '../env.ts';
import { bookmarkPattern } from '../http/patterns.ts';
import { collect } from '../http/violations.ts';
import { hashApiKey, workspaceOf } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';
import { policyOf, takeAddressToken, takeToken } from './rate-limit.ts';

const bookmarkHeader = 'x-d1-bookmark';

/** The session constraint a client asks for; without one every read sees every write before it. */
function sessionConstraint(c: Context<AppEnv>): string {
  const header = c.req.header(bookmarkHeader);
  if (header === undefined) return 'first-primary';
  if (bookmarkPattern.test(header)) return header;
  const message = 'must be the x-d1-bookmark of an earlier answer, first-primary or first-unconstrained';
  collect(c, [{ in: 'header', path: bookmarkHeader, code: 'invalid_format', message }]);
  return 'first-primary';
}

/**
 * Lets a request with a valid `x-api-key` pass: the rate limit of the key, or of the visitor's address, holds,
 * `db` is its workspace's database and `apiKey` what it may do. The answer carries the session's `x-d1-bookmark`.
 */
export const apiKey = ({ limit = 'api-key' }: { limit?: 'api-key' | 'visitor' } = {}) =>
  createMiddleware<AppEnv>(async function apiKey(c, next) {
    c.header('Cache-Control', 'no-store');
    const key = c.req.header('x-api-key');
    if (!key) throw new FootfallError('missing_api_key', 'Send your API key in the header x-api-key.');
    const workspace = workspaceOf(key);
    if (workspace === undefined) throw new FootfallError('invalid_api_key', 'The API key is malformed.');

    const hash = hashApiKey(key);
    c.header('RateLimit-Policy', policyOf(c, limit));
    await (limit === 'api-key' ? takeToken(c, hash) : takeAddressToken(c, limit));

    // A key of a workspace that is not here is looked up in `DB`, and costs what an unknown key of `main` costs:
    // neither the answer nor its time shall tell which workspaces there are.
    const binding = databaseOf(c.env, workspace);
    const { db, bookmark } = openDatabase(binding ?? c.env.DB, sessionConstraint(c), c.var.meter);
    // Anyone can make up keys with a checksum: looking one up counts against the limit of the address.
    const verified = await verifyKey(db, hash, () => takeAddressToken(c));
    if (!binding) throw unknownKey();
    c.set('apiKey', verified);
    c.set('db', db);
    c.set('workspace', workspace);
    await next();
    const reached = bookmark();
    if (reached) c.header(bookmarkHeader, reached);
  });
