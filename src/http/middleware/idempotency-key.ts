import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { KeyedRequest, KnownRequest } from '../../db/keyed-request.ts';
import { FootfallError } from '../../lib/errors.ts';
import { canonicalJson, requestDigest } from '../../lib/idempotency.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { AppEnv } from '../app-env.ts';
import { type Requirement, requirementOf, requiring } from '../requirements.ts';
import { collect } from '../validate.ts';
import { type Fetch, innerRequest } from './inner.ts';

const header = 'Idempotency-Key';
/** The longest key, in characters. */
export const longestIdempotencyKey = 255;

/** Says how a POST differs from another one, if not by an `Idempotency-Key` whose repetition gets the answer again. */
export const idempotency = (how: Pick<Requirement, 'takesNoKey' | 'secretOf'>) =>
  requiring(
    how,
    createMiddleware<AppEnv>(function idempotency(_, next) {
      return next();
    }),
  );

/** The key. A structured field (RFC 8941) has it in quotation marks, and most clients send it without. */
const keyIn = (value: string): string => /^"(.*)"$/s.exec(value)?.[1] ?? value;

/** Answers a request whose key is known: as the first one, without its writes. */
async function repeat(
  c: Context<AppEnv>,
  fetch: Fetch,
  keyed: KeyedRequest,
  { secretOf }: Requirement,
): Promise<void> {
  const [[first]] = await c.var.db.batch([keyed.selectFirst()]);
  if (!first) throw new FootfallError('database_unavailable', 'The database does not answer now; try again.');
  if (keyed.isOther(first))
    throw new FootfallError('idempotency_mismatch', `The ${header} was used for another request.`, {
      field: header,
    });
  keyed.repeat(first);
  if (secretOf)
    throw new FootfallError(
      'secret_shown',
      'This request was carried out. Its answer had a secret, which is not kept and not shown again.',
      { field: header, conflictingId: secretOf(keyed.idOf, c.req.path) },
    );
  const headers = new Headers(c.req.raw.headers);
  // `jsonBody` has checked the type, and a request without a body has none. The first request has met its condition.
  headers.set('Content-Type', 'application/json');
  for (const name of ['Content-Length', 'If-Match']) headers.delete(name);
  const init = { method: 'POST', headers, body: await c.req.text() };
  const again = await fetch(innerRequest(c, c.req.url, init), c.env, c.executionCtx as ExecutionContext);
  const answer = new Response(again.body, again);
  // What the middleware before this one has set. `Link` is of the refusal that this answer replaces.
  for (const [name, value] of c.res.headers)
    if (name !== 'link' && !answer.headers.has(name)) answer.headers.set(name, value);
  answer.headers.set('Idempotent-Replayed', 'true');
  // Otherwise Hono would add the header fields of the refusal.
  c.res = undefined;
  c.res = answer;
}

/**
 * Carries a POST with an `Idempotency-Key` out once for each API key, and answers a repetition as the first. Throws
 * `idempotency_mismatch` if the key is of another request, and `secret_shown`.
 */
export const idempotencyKey = (fetch: Fetch) =>
  createMiddleware<AppEnv>(async function idempotencyKey(c, next) {
    const value = c.req.header(header);
    if (c.req.method !== 'POST' || value === undefined) return next();
    const requirements = matchedRoutes(c).map(({ handler }) => requirementOf(handler));
    const of: Requirement = Object.assign({}, ...requirements);
    // Without scopes, no operation will answer, and the body stays unread.
    if (of.takesNoKey || !of.scopes) return next();
    const { db, apiKey } = c.var;
    if (db.keyed) return db.keyed.run(next);

    const key = keyIn(value);
    if (key.length === 0 || key.length > longestIdempotencyKey) {
      const message = `must have 1 to ${longestIdempotencyKey} characters`;
      const code = key.length === 0 ? 'too_short' : 'too_long';
      collect(c, [{ in: 'header', path: header.toLowerCase(), code, message }]);
      return next();
    }
    const text = await c.req.text();
    const keyed = new KeyedRequest({
      keyHash: sha256(`${apiKey.apiKeyId} ${key}`),
      digest: () => requestDigest(key, { path: c.req.path, body: canonicalJson(text) }),
    });
    db.keyed = keyed;
    await keyed.run(next);
    if (c.error instanceof KnownRequest) await repeat(c, fetch, keyed, of);
    // A request to MCP may send several of these, with the same session of the database.
    db.keyed = undefined;
  });
