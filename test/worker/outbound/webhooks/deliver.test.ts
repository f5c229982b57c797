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

/** A test that takes more than a second: npm run test:fast leaves it out. */
const patientTest = test.skipIf(import.meta.env.MODE === 'fast');

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

/** Answers after 50 ms of real time, and notes how many requests there were at once when each began. */
function slow(code: (sequence: number) => number = () => 204) {
  const widths: number[] = [];
  let open = 0;
  receiver.answer = async ({ sequence }) => {
    widths.push(++open);
    await new Promise((resolve) => setTimeout(resolve, 50));
    open -= 1;
    return new Response(null, { status: code(sequence) });
  };
  return widths;
}

describe('without a promise of order', () => {
  test('requests begin in order: one, one more after each success, five at once at most', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(60);
    const widths = slow();
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
    expect(widths.slice(0, 3)).toEqual([1, 1, 2]);
    expect(Math.max(...widths)).toBe(5);
    // The next run goes on with as many.
    widths.length = 0;
    await happen(10);
    await run(webhook);
    expect(widths.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('after a failure there is one, and the others are neither lost nor repeated', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(40);
    const bad = new Set([numbers[10], numbers[11], numbers[30]]);
    const widths = slow((sequence) => (bad.has(sequence) ? 500 : 204));
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
    expect(widths.slice(12)).toContain(1);
    const statuses = (await deliveriesOf(webhook)).map(({ sequence, status }) => [sequence, status]);
    const expected = numbers.map((number) => [number, bad.has(number) ? 'waiting' : 'succeeded']);
    expect(statuses.toReversed()).toEqual(expected);
    pass(5 * second);
    slow();
    await run(webhook);
    expect(receiver.sequences().slice(40)).toEqual([...bad]);
  });

  test('five that fail at once are the last, and the cursor is behind them', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(60);
    const broken = numbers[20] ?? 0;
    slow((sequence) => (sequence >= broken ? 500 : 204));
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + minute });
    expect(receiver.sequences()).toEqual(numbers.slice(0, 25));
    pass(minute);
    slow();
    await run(webhook);
    // The five that wait, and all that were not tried.
    expect(receiver.sequences().slice(25)).toEqual(numbers.slice(20));
  });

  test('a 410 begins no other, and what has begun is kept', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(40);
    const gone = numbers[20] ?? 0;
    slow((sequence) => (sequence === gone ? 410 : 204));
    expect(await run(webhook)).toBeUndefined();
    expect(receiver.received.length).toBeLessThanOrEqual(25);
    expect(await deliveriesOf(webhook)).toHaveLength(receiver.received.length);
  });

  test('a request that the plan refuses is no attempt: the next invocation makes it', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(60);
    receiver.answer = ({ sequence }) => {
      if (sequence >= (numbers[33] ?? 0)) throw new Error('Too many subrequests.');
      return status(200);
    };
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(await deliveriesOf(webhook)).toHaveLength(33);
    receiver.received.length = 0;
    receiver.answer = () => status(200);
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers.slice(33));
  });
});

test('in strict order there is one request at a time', async () => {
  const webhook = await newWebhook({ isOrdered: true });
  const numbers = await happen(30);
  const widths = slow();
  await run(webhook);
  expect([receiver.sequences(), Math.max(...widths)]).toEqual([numbers, 1]);
});

describe('a run', () => {
  patientTest('makes 1,000 attempts, and says that there is more', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(1020);
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(receiver.received).toHaveLength(1000);
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
  });

  test.each([
    [1, 27],
    [10, 2],
    [19, 1],
  ])(
    'to a receiver that takes %i s makes %i attempts in order, and says that there is more',
    async (takes, attempts) => {
      const webhook = await newWebhook({ isOrdered: true });
      await happen(40);
      receiver.answer = () => {
        pass(takes * second);
        return status(200);
      };
      expect(await run(webhook)).toMatchObject({ hasMore: true });
      expect(receiver.received).toHaveLength(attempts);
    },
  );

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
