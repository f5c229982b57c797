import type { Context } from 'hono';
import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import { wakeFor } from '../../db/wake.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { validationError } from '../../lib/errors.ts';
import { webhookAddress } from './address.ts';
import { tryWebhook } from './attempt.ts';
import { WebhookDeliveryQuery } from './delivery-schemas.ts';
import { WebhookCreate, WebhookRecover, WebhookRotate, WebhookUpdate } from './schemas.ts';
import { deliveryOrThrow, listDeliveries } from './store/deliveries.ts';
import { recoverWebhook, resendDelivery } from './store/resend.ts';
import { receiverOrThrow, rotateSecret } from './store/secrets.ts';
import { createWebhook, listWebhooks, updateWebhook, webhookRecord } from './store/webhooks.ts';

const isLocal = (c: Context<AppEnv>) => c.env.LOCAL_RECEIVERS === 'on';

/** The address of a body, normalised. Throws `validation_failed`. */
function addressIn(c: Context<AppEnv>, text: string): string {
  const ownHosts = [new URL(c.req.url).host];
  const { url, fault } = webhookAddress(text, { ownHosts, isLocal: isLocal(c) });
  if (url !== undefined) return url;
  throw validationError([{ in: 'body', path: 'url', code: 'invalid_format', message: fault }]);
}

/** The key of a request, and where the console is, which has the origin of every request. */
const originsOf = (c: Context<AppEnv>) => ({
  updatedBy: c.var.apiKey.apiKeyId,
  consoleOrigin: new URL(c.req.url).origin,
});

/** Rings for one webhook after the answer. */
const wake = (c: Context<AppEnv>, webhookId: string): void =>
  c.executionCtx.waitUntil(wakeFor(c.env, { workspace: c.var.workspace, webhookId }, 0));

/** The number of an event in a path. Any text is valid; one that is no number is of no delivery. */
const sequenceIn = (text: string): number =>
  deliveryOrThrow(/^[1-9]\d{0,14}$/v.test(text) ? Number(text) : undefined);

export const webhookRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), query(ListQuery), async (c) => {
    return c.json(await listWebhooks(c.var.db, c.req.valid('query')));
  })
  .post(
    '/',
    scope('admin'),
    idempotency({ secretOf: (made) => made('webhook') }),
    lasting(),
    body(WebhookCreate),
    async (c) => {
      const input = c.req.valid('json');
      const webhook = { ...input, url: addressIn(c, input.url) };
      const from = { ...originsOf(c), author: authorOf(c.var.apiKey) };
      return tagged(c, await createWebhook(c.var.db, webhook, from), 201);
    },
  )
  .get('/:webhook_id', scope('admin'), async (c) => {
    return tagged(c, await webhookRecord.get(c.var.db, c.req.param('webhook_id')));
  })
  .patch('/:webhook_id', scope('admin'), lasting(), body(WebhookUpdate), async (c) => {
    const { url, ...input } = c.req.valid('json');
    const changes = url === undefined ? input : { ...input, url: addressIn(c, url) };
    const webhookId = c.req.param('webhook_id');
    return tagged(c, await updateWebhook(c.var.db, webhookId, changes, originsOf(c), ifMatch(c)));
  })
  .delete('/:webhook_id', scope('admin'), async (c) => {
    return tagged(c, await webhookRecord.remove(c.var.db, c.req.param('webhook_id'), ifMatch(c)));
  })
  .post(
    '/:webhook_id/rotate',
    scope('admin'),
    idempotency({ secretOf: (_, path) => path.split('/')[3] ?? '' }),
    lasting(),
    body(WebhookRotate),
    async (c) => {
      const { overlapSeconds } = c.req.valid('json');
      const by = c.var.apiKey.apiKeyId;
      const rotated = await rotateSecret(c.var.db, c.req.param('webhook_id'), overlapSeconds, by);
      wake(c, rotated.webhookId);
      return c.json(rotated);
    },
  )
  .post('/:webhook_id/test', scope('admin'), idempotency({ takesNoKey: true }), async (c) => {
    const webhookId = c.req.param('webhook_id');
    const now = new Date();
    const { format, ...receiver } = await receiverOrThrow(c.var.db, webhookId, now.getTime());
    return c.json(await tryWebhook({ ...receiver, isLocal: isLocal(c) }, format, webhookId, now));
  })
  .post('/:webhook_id/recover', scope('admin'), lasting(), body(WebhookRecover), async (c) => {
    const since = Date.parse(c.req.valid('json').since);
    const recovery = await recoverWebhook(c.var.db, c.req.param('webhook_id'), since);
    wake(c, recovery.webhookId);
    return c.json(recovery);
  })
  .get('/:webhook_id/deliveries', scope('admin'), query(WebhookDeliveryQuery), async (c) => {
    return c.json(await listDeliveries(c.var.db, c.req.param('webhook_id'), c.req.valid('query')));
  })
  .post('/:webhook_id/deliveries/:delivery/resend', scope('admin'), lasting(), async (c) => {
    const webhookId = c.req.param('webhook_id');
    const delivery = await resendDelivery(c.var.db, webhookId, sequenceIn(c.req.param('delivery')));
    wake(c, webhookId);
    return c.json(delivery);
  });
