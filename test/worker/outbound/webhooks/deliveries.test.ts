import { encodeCursor } from '../../../../src/lib/cursor.ts';
import type { WebhookDeliveryList } from '../../../../src/outbound/webhooks/delivery-schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { pass, second } from '../../support/times.ts';
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

test('deliveries that wait are listed with the next attempt first, the others by the number of the event, newest first', async () => {
  const webhook = await newWebhook();
  const numbers: number[] = [];
  for (let count = 0; count < 4; count++) {
    numbers.push(...(await happen()));
    receiver.answer = () => status(500);
    await run(webhook);
    pass(second);
    receiver.answer = () => status(200);
    await happen(30);
    await run(webhook);
  }
  const succeeded = (await deliveriesOf(webhook, 'status=succeeded')).map(({ sequence }) => sequence);
  expect(succeeded).toHaveLength(100);
  expect(succeeded).toEqual(succeeded.toSorted((a, b) => b - a));
  const path = `${pathOf(webhook)}/deliveries?status=waiting&limit=3`;
  const page = (cursor: string) =>
    ok(send<WebhookDeliveryList>('GET', `${path}${cursor && `&cursor=${cursor}`}`));
  const first = await page('');
  expect(first.items.map(({ sequence }) => sequence)).toEqual(numbers.slice(0, 3));
  const { items, hasMore, nextCursor } = await page(first.nextCursor ?? '');
  expect(items.map(({ sequence }) => sequence)).toEqual(numbers.slice(3));
  expect([first.hasMore, hasMore, nextCursor]).toEqual([true, false, null]);
  for (const key of ['', '1', '1.x', `${'9'.repeat(16)}.1`]) {
    const cursor = encodeCursor(['webhook_deliveries', webhook.webhookId, 'waiting'], key);
    expect((await send('GET', `${path}&cursor=${cursor}`)).status).toBe(400);
  }
});
