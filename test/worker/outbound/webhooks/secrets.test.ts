import { env } from 'cloudflare:workers';
import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { happen, newWebhook, pathOf, prepareReceiver, run } from '../../support/webhooks.ts';

const receiver = prepareReceiver();

test('a webhook without a secret is not taken, nor found, and says so, until a rotation', async () => {
  const webhook = await newWebhook();
  const [number] = await happen();
  await env.DB.prepare('delete from webhook_secrets').run();
  expect(await webhooksWithWork(openTestDatabase(), Date.now())).toEqual([]);
  expect(await run(webhook)).toBeUndefined();
  expect(await env.DB.prepare('select lease_until as n from webhooks').first('n')).toBeNull();
  const { status: code, body } = await send<{ code: string }>('POST', `${pathOf(webhook)}/test`);
  expect([code, body.code]).toEqual([409, 'webhook_secret_missing']);
  await ok(send('POST', `${pathOf(webhook)}/rotate`));
  expect(await webhooksWithWork(openTestDatabase(), Date.now())).toEqual([webhook.webhookId]);
  await run(webhook);
  expect(receiver.sequences()).toEqual([number]);
});
