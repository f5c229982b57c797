import { Webhook } from 'standardwebhooks';
import type { WebhookRotated } from '../../../../src/outbound/webhooks/schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, pass, second, setClock } from '../../support/times.ts';
import { prepareWakes } from '../../support/wakes.ts';
import {
  deliveriesOf,
  happen,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
  answer as status,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();

describe('a rotation of the secret', () => {
  test('both secrets sign for 24 hours', async () => {
    const webhook = await newWebhook();
    const { secret } = await ok(send<WebhookRotated>('POST', `${pathOf(webhook)}/rotate`));
    const verifies = (key: string) => {
      const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
      vi.useRealTimers();
      const now = Number(headers['webhook-timestamp']) * 1000;
      setClock(now);
      try {
        return Boolean(new Webhook(key).verify(body, headers));
      } catch {
        return false;
      }
    };
    await happen();
    await run(webhook);
    expect([verifies(webhook.secret), verifies(secret)]).toEqual([true, true]);
    pass(day + second);
    await happen();
    await run(webhook);
    expect([verifies(webhook.secret), verifies(secret)]).toEqual([false, true]);
  });

  test('what a run signs with a secret that has ended meanwhile comes again with the new one', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(2);
    receiver.answer = async () => {
      if (receiver.received.length === 1)
        await ok(send('POST', `${pathOf(webhook)}/rotate`, { overlapSeconds: 0 }));
      // As a receiver that knows only the new secret.
      return status(receiver.received.length > 2 ? 200 : 401);
    };
    expect(await run(webhook)).toBeUndefined();
    await run(webhook);
    expect(receiver.sequences()).toEqual([...numbers, ...numbers]);
    expect(await deliveriesOf(webhook)).toMatchObject(Array(2).fill({ status: 'succeeded', attempts: 1 }));
  });
});

describe('a rotation', () => {
  const { rings, bindings } = prepareWakes();

  test('wakes the sender: what waited for a secret, or for the end of a rest, is sent', async () => {
    const { webhookId } = await newWebhook();
    await ok(send('POST', `/v0/webhooks/${webhookId}/rotate`, {}, { bindings }));
    expect(rings).toContainEqual({ body: { workspace: 'main', webhookId }, delaySeconds: 0 });
  });
});
