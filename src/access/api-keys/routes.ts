import { createMiddleware } from 'hono/factory';
import { limitOfTier } from '../../config/limits.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { endsCopies, endsCopiesOf } from '../../http/middleware/ends-copies.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { collect } from '../../http/validate.ts';
import { createApiKey, workspaceOf } from '../../lib/api-key.ts';
import { parseTimestamp, toTimestampOrNull } from '../../lib/time.ts';
import { lasting } from '../middleware/lasting.ts';
import { ApiKeyCreate, type ApiKeyCurrent, ApiKeyRotate } from './schemas.ts';
import { createKey, rotateKey } from './store/create.ts';
import { listKeys, revokeKey } from './store/internal.ts';
import { endsTooLate } from './store/maker.ts';

/** Collects the violation of a new key that would end later than the key of the request. */
const withinOwnEnd = () =>
  createMiddleware<AppEnv>(async function withinOwnEnd(c, next) {
    const { expiresAt: end } = c.var.apiKey;
    const wanted = ((c.var.sent ?? {}) as { expiresAt?: unknown }).expiresAt;
    if (end !== null && typeof wanted === 'string' && (parseTimestamp(wanted) ?? 0) > end)
      collect(c, [endsTooLate(end)]);
    await next();
  });

/** A new key of the same workspace as the request's own key. */
const keyLike = (own: string | undefined) => createApiKey(workspaceOf(own ?? '') ?? 'main');

export const apiKeyRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), query(ListQuery), async (c) => {
    return c.json(await listKeys(c.var.db, c.req.valid('query')));
  })
  // Not with `collect`: such a key is public, and a stranger has no use for its name and expiry.
  .get('/current', scope('read', 'write', 'admin'), (c) => {
    const { apiKeyId, name, scopes, expiresAt, limitTier, isSignIn } = c.var.apiKey;
    const { quota, window } = limitOfTier(c.env, limitTier).policy;
    return c.json({
      apiKeyId,
      name,
      scopes,
      expiresAt: toTimestampOrNull(expiresAt),
      limit: { requests: quota, windowSeconds: window },
      workspace: c.var.workspace,
      madeBySignIn: isSignIn === 1,
    } satisfies ApiKeyCurrent);
  })
  // Not with `collect` alone: anyone could take such a key from a page, and stop the measuring of its website.
  .delete(
    '/current',
    scope('read', 'write', 'admin', 'log'),
    endsCopies('api_key', (c) => c.var.apiKey.apiKeyId),
    async (c) => {
      return c.json(await revokeKey(c.var.db, c.var.apiKey.apiKeyId));
    },
  )
  .post(
    '/',
    scope('admin'),
    withinOwnEnd(),
    idempotency({ secretOf: (made) => made('api_key') }),
    lasting(),
    body(ApiKeyCreate),
    async (c) => {
      const key = keyLike(c.req.header('x-api-key'));
      return c.json(await createKey(c.var.db, key, c.req.valid('json'), c.var.apiKey.apiKeyId), 201);
    },
  )
  .delete('/:api_key_id', scope('admin'), endsCopiesOf('api_key'), async (c) => {
    return c.json(await revokeKey(c.var.db, c.req.param('api_key_id')));
  })
  .post(
    '/:api_key_id/rotate',
    scope('admin'),
    idempotency({ secretOf: (made) => made('api_key') }),
    lasting(),
    body(ApiKeyRotate),
    endsCopiesOf('api_key'),
    async (c) => {
      const key = keyLike(c.req.header('x-api-key'));
      const { overlapSeconds } = c.req.valid('json');
      const by = c.var.apiKey.apiKeyId;
      return c.json(await rotateKey(c.var.db, c.req.param('api_key_id'), key, overlapSeconds, by), 201);
    },
  );
