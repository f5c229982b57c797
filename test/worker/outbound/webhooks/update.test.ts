import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, minute, pass } from '../../support/times.ts';
import {
  answer,
  happen,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
  answer as status,
  tell,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();

describe('a webhook that is changed', () => {
  test('has its new format from then on', async () => {
    const webhook = await newWebhook();
    expect(webhook.format).toBe('json');
    await tell([{ type: 'page.created', subject: 'page_x' }]);
    await run(webhook);
    await ok(send('PATCH', pathOf(webhook), { format: 'slack' }));
    await tell([{ type: 'page.created', subject: 'page_x' }]);
    await run(webhook);
    expect(receiver.received.map(({ body }) => Object.keys(JSON.parse(body) as object)[0])).toEqual([
      'type',
      'text',
    ]);
    expect(await ok(send('GET', pathOf(webhook)))).toMatchObject({ format: 'slack' });
  });

  test('from off to on gets what happens from then on, and what waited', async () => {
    const webhook = await newWebhook();
    receiver.answer = () => status(500);
    const [waiting = 0] = await happen();
    await run(webhook);
    await ok(send('PATCH', pathOf(webhook), { isEnabled: false }));
    await happen(2);
    await run(webhook);
    expect(receiver.received).toHaveLength(1);
    await ok(send('PATCH', pathOf(webhook), { isEnabled: true }));
    const [next = 0] = await happen();
    receiver.answer = () => status(200);
    pass(minute);
    await run(webhook);
    expect(receiver.sequences()).toEqual([waiting, waiting, next]);
  });

  test('begins at once when it is switched on, though a rest had begun when it was switched off', async () => {
    const webhook = await newWebhook();
    await happen();
    receiver.answer = () => answer(429, { 'retry-after': `${24 * 3600}` });
    await run(webhook);
    pass(5 * day);
    await happen();
    expect(await run(webhook)).toBeUndefined();
    await ok(send('PATCH', pathOf(webhook), { isEnabled: true }));
    receiver.answer = () => answer(200);
    const [number] = await happen();
    await run(webhook);
    expect(receiver.sequences().at(-1)).toBe(number);
  });
});
