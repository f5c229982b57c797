import type { WebhookTest } from '../../../../src/outbound/webhooks/delivery-schemas.ts';
import { cardOf, prepareChannels } from '../../support/channels.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { newWebhook, pathOf } from '../../support/webhooks.ts';

const receiver = prepareChannels();

test('a test of a webhook says in its format that the channel can be reached', async () => {
  for (const format of ['slack', 'teams'] as const) {
    const webhook = await newWebhook({ format });
    const { isDelivered } = await ok(send<WebhookTest>('POST', `${pathOf(webhook)}/test`));
    expect(isDelivered).toBe(true);
  }
  const [slack = '', teams = ''] = receiver.received.map(({ body }) => body);
  expect((JSON.parse(slack) as { text: string }).text).toBe('Footfall can reach this channel.');
  expect(cardOf(teams)).toMatchObject({
    body: [{ inlines: [{ text: 'Footfall can reach this channel.' }] }],
    actions: [],
  });
});
