import { env } from 'cloudflare:workers';
import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { minute, pass, second } from '../../support/times.ts';
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

/** A test that takes more than a second: npm run test:fast leaves it out. */
const patientTest = test.skipIf(import.meta.env.MODE === 'fast');

describe('more than one run of a webhook', () => {
  /** The nth attempt waits for `others`, which start while it is made. Gives what they return. */
  const during = <T>(attempt: number, others: () => Promise<T>) => {
    const returned: T[] = [];
    receiver.answer = async () => {
      // Once: without a lease the other runs make attempts too, which would wait for each other.
      if (receiver.received.length === attempt) returned.push(await others());
      return status(200);
    };
    return returned;
  };

  // The first round has 20 attempts.
  test.each([1, 2, 20, 21, 50])('only one has a webhook at a time: others during attempt %i', async (nth) => {
    const webhook = await newWebhook();
    const numbers = await happen(50);
    const found = () => webhooksWithWork(openTestDatabase(), Date.now());
    const others = during(nth, () => Promise.all([run(webhook), run(webhook), found()]));
    await run(webhook);
    expect(others).toEqual([[undefined, undefined, []]]);
    expect(receiver.sequences()).toEqual(numbers);
  });

  test('several that start at the same time send each event once', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(30);
    await Promise.all(Array.from({ length: 5 }, () => run(webhook)));
    expect(receiver.sequences()).toEqual(numbers);
  });

  test('one whose lease is over keeps nothing of what it has sent, and the other all', async () => {
    const webhook = await newWebhook();
    const [first, ...rest] = await happen(3);
    const others = during(1, () => {
      pass(minute);
      return run(webhook);
    });
    expect(await run(webhook)).toBeUndefined();
    expect(others).toMatchObject([{ hasMore: false }]);
    // The round of the first was too late for the others.
    expect(receiver.sequences()).toEqual([first, first, ...rest]);
    expect((await deliveriesOf(webhook)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  test('one that dies leaves its events to the next, a minute later, with the same ids', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(3);
    const before = await env.DB.prepare('select cursor from webhooks').first<number>('cursor');
    await run(webhook);
    // As if it had died before it kept what it has sent.
    await env.DB.batch([
      env.DB.prepare('delete from webhook_deliveries'),
      env.DB.prepare("update webhooks set cursor = ?, lease_id = 'dead', lease_until = ?").bind(
        before,
        Date.now() + minute,
      ),
    ]);
    expect(await run(webhook)).toBeUndefined();
    pass(minute);
    await run(webhook);
    const ids = numbers.map((number) => `evt_main_${number}`);
    expect(receiver.received.map(({ id }) => id)).toEqual([...ids, ...ids]);
  });
});

test('thousands of events of other types are passed over', async () => {
  const webhook = await newWebhook();
  await happen(3500, 'page.updated');
  const [number] = await happen();
  await run(webhook);
  expect(receiver.sequences()).toEqual([number]);
});

patientTest('a run looks at 50,000 events of other types, and says that there is more', async () => {
  const webhook = await newWebhook();
  await env.DB.prepare(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50500)
       insert into events (type, subject, related, created_at) select 'page.updated', 'x', '{}', 0 from numbers`,
  ).run();
  const [number] = await happen();
  expect(await run(webhook)).toMatchObject({ hasMore: true });
  expect(receiver.sequences()).toEqual([]);
  expect(await run(webhook)).toMatchObject({ hasMore: false });
  expect(receiver.sequences()).toEqual([number]);
});

test('in strict order no new event passes one that waits, however many others are sent again', async () => {
  const webhook = await newWebhook({ isOrdered: true });
  const before = await happen(21);
  await run(webhook);
  const [blocked = 0] = await happen();
  receiver.answer = ({ sequence }) => status(sequence === blocked ? 500 : 200);
  await run(webhook);
  for (const sequence of before) await ok(send('POST', `${pathOf(webhook)}/deliveries/${sequence}/resend`));
  const [next] = await happen();
  await run(webhook);
  expect(receiver.sequences()).toEqual([...before, blocked, ...before]);
  pass(5 * second);
  receiver.answer = () => status(200);
  await run(webhook);
  expect(receiver.sequences().slice(-2)).toEqual([blocked, next]);
});
