import { Webhook } from 'standardwebhooks';
import { mostAttempts } from '../../../../src/outbound/webhooks/schedule.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { minute, pass, second } from '../../support/times.ts';
import {
  deliveriesOf,
  happen,
  newWebhook,
  prepareReceiver,
  run,
  answer as status,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();

test('events of its types are sent once, in order, signed', async () => {
  await happen(3);
  const webhook = await newWebhook();
  const numbers = [...(await happen(30)), ...(await happen(2))];
  await happen(5, 'page.updated');
  expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Infinity });
  expect(receiver.sequences()).toEqual(numbers);
  const { body, headers, url } = receiver.received[0] ?? { body: '', headers: {}, url: '' };
  expect(url).toBe(webhook.url);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Footfall-Webhooks/1',
    'webhook-id': `evt_main_${numbers[0]}`,
  });
  const event = new Webhook(webhook.secret).verify(body, headers) as Record<string, unknown>;
  const { events } = await ok(
    send<{ events: unknown[] }>('GET', `/v0/events?after=${(numbers[0] ?? 0) - 1}&limit=1`),
  );
  expect(event).toEqual({
    type: 'page.created',
    timestamp: (event.data as { createdAt: string }).createdAt,
    data: events[0],
  });
  await run(webhook);
  expect(receiver.received).toHaveLength(32);
  expect((await deliveriesOf(webhook)).map(({ status }) => status)).toEqual(Array(32).fill('succeeded'));
});

test('an event that fails is parked, and the others go on', async () => {
  const webhook = await newWebhook();
  const [first = 0, second_ = 0, third = 0] = await happen(3);
  receiver.answer = ({ sequence }) => status(sequence === second_ ? 500 : 200);
  await run(webhook);
  const [fourth = 0] = await happen();
  await run(webhook);
  expect(receiver.sequences()).toEqual([first, second_, third, fourth]);
  pass(5 * second);
  receiver.answer = () => status(200);
  await run(webhook);
  expect(receiver.sequences()).toEqual([first, second_, third, fourth, second_]);
  expect((await deliveriesOf(webhook)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['succeeded', 1],
    ['succeeded', 1],
    ['succeeded', 2],
    ['succeeded', 1],
  ]);
});

describe('in strict order', () => {
  test('nothing is sent behind an event that failed, and all after it succeeded', async () => {
    const webhook = await newWebhook({ isOrdered: true });
    const [first = 0, second_ = 0, third = 0] = await happen(3);
    receiver.answer = ({ sequence }) => status(sequence === second_ ? 500 : 200);
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    await happen();
    await run(webhook);
    expect(receiver.sequences()).toEqual([first, second_]);
    pass(5 * second);
    await run(webhook);
    pass(5 * minute);
    receiver.answer = () => status(200);
    await run(webhook);
    expect(receiver.sequences()).toEqual([first, second_, second_, second_, third, third + 1]);
  });

  test('an event that is given up does not hold up the others for ever', async () => {
    const webhook = await newWebhook({ isOrdered: true });
    const [first = 0, second_ = 0] = await happen(2);
    receiver.answer = ({ sequence }) => status(sequence === first ? 500 : 200);
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      await run(webhook);
      const next = (await deliveriesOf(webhook)).at(-1)?.nextAttemptAt;
      if (next) vi.setSystemTime(Date.parse(next));
    }
    expect(receiver.sequences()).toEqual([...Array(mostAttempts).fill(first), second_]);
  });
});

describe('a run', () => {
  test('makes 50 attempts, and says that there is more', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(120);
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(receiver.received).toHaveLength(50);
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
  });

  test('does not leave behind an event that comes at its end', async () => {
    const webhook = await newWebhook();
    const [first = 0] = await happen();
    receiver.answer = async ({ sequence }) => {
      if (sequence === first) await happen();
      return status(200);
    };
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual([first, first + 1]);
  });
});
