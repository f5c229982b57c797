import type { WebhookCreated } from '../../../../src/outbound/webhooks/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { ok, once, outcome } from '../../support/replies.ts';
import { newWebhook, pathOf, prepareReceiver, webhooks } from '../../support/webhooks.ts';

prepareReceiver();

test('a workspace has at most 20 webhooks, and a deleted one makes room', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => newWebhook()));
  const post = () =>
    once<Problem>('POST', webhooks, { url: 'https://hooks.example/', types: ['page.created'] });
  expect(outcome(await post())).toEqual([409, 'webhooks_full']);
  await ok(send('DELETE', pathOf(made[0] as WebhookCreated)));
  expect((await post()).status).toBe(201);
});
