import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { encodeCursor } from '../../../../src/lib/cursor.ts';
import type { WebhookDeliveryList } from '../../../../src/outbound/webhooks/delivery-schemas.ts';
import { mostAttempts } from '../../../../src/outbound/webhooks/schedule.ts';
import type { WebhookRotated } from '../../../../src/outbound/webhooks/schemas.ts';
import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, hour, minute, pass, second, setClock } from '../../support/times.ts';
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
const read = (webhook: { webhookId: string }) => ok(send('GET', pathOf(webhook)));

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

describe('the schedule', () => {
  test('ten attempts at the times of Standard Webhooks, with the same id and a new timestamp', async () => {
    receiver.answer = () => status(500);
    const webhook = await newWebhook();
    const [sequence] = await happen();
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      await run(webhook);
      // A millisecond too early.
      const next = Date.parse((await deliveriesOf(webhook))[0]?.nextAttemptAt ?? '');
      if (Number.isNaN(next)) break;
      vi.setSystemTime(next - 1);
      await run(webhook);
      pass(1);
    }
    const [first] = receiver.received;
    expect(receiver.received).toHaveLength(mostAttempts);
    const waits = receiver.received.slice(1).map(({ at }, index) => at - (receiver.received[index]?.at ?? 0));
    const hours = [2, 5, 10, 14, 20, 24].map((wait) => wait * hour);
    expect(waits).toEqual([5 * second, 5 * minute, 30 * minute, ...hours]);
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await deliveriesOf(webhook)).toMatchObject([
      {
        sequence,
        status: 'given_up',
        attempts: 10,
        statusCode: 500,
        error: null,
        nextAttemptAt: null,
        answer: 'no',
      },
    ]);
    pass(day);
    await run(webhook);
    expect(receiver.received).toHaveLength(mostAttempts);
  });

  test('Retry-After is obeyed when it is longer', async () => {
    receiver.answer = () => status(500, { 'retry-after': '120' });
    const webhook = await newWebhook();
    await happen();
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + 120 * second });
  });
});

test('one that fails is parked, and the others go on', async () => {
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

test('in strict order nothing is sent behind one that failed, and all after it succeeded', async () => {
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

test('in strict order one that is given up does not hold up the others for ever', async () => {
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

describe('what a failure is', () => {
  const long = 'x'.repeat(3000);
  test.each([
    [
      'a redirect',
      () => Response.redirect('https://elsewhere.example/'),
      { statusCode: 302, error: 'redirect', answer: null },
    ],
    [
      'a 404',
      () => new Response(long, { status: 404 }),
      { statusCode: 404, error: null, answer: long.slice(0, 1024) },
    ],
    [
      'no connection',
      () => Promise.reject(new TypeError('Network connection lost.')),
      { statusCode: null, error: 'connection', answer: null },
    ],
    [
      'no answer in time',
      () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      { statusCode: null, error: 'timeout', answer: null },
    ],
  ])('%s', async (_what, answer, expected) => {
    receiver.answer = answer as () => Response;
    const webhook = await newWebhook();
    await happen();
    await run(webhook);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'waiting', attempts: 1, ...expected }]);
  });

  test('a receiver that does not answer in time rests for a minute', async () => {
    const webhook = await newWebhook();
    await happen(3);
    receiver.answer = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + minute });
    expect(await run(webhook)).toBeUndefined();
    expect(receiver.received).toHaveLength(1);
    pass(minute);
    receiver.answer = () => status(200);
    await run(webhook);
    expect(receiver.received).toHaveLength(4);
  });

  patientTest('an answer that never ends has what came within two seconds', async () => {
    const pending = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('busy')),
    });
    receiver.answer = () => new Response(pending, { status: 500 });
    const webhook = await newWebhook();
    await happen();
    const begun = performance.now();
    await run(webhook);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await deliveriesOf(webhook)).toMatchObject([{ statusCode: 500, error: null, answer: 'busy' }]);
  });

  test('an address that the rules refuse by now gets nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const webhook = await newWebhook();
    await env.DB.prepare("update webhooks set url = 'https://10.0.0.1/'").run();
    await happen();
    await run(webhook);
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'waiting', error: 'refused_address' }]);
  });
});

describe('switching off', () => {
  test('a 410 switches off at once', async () => {
    receiver.answer = () => status(410);
    const webhook = await newWebhook();
    await happen(3);
    expect(await run(webhook)).toBeUndefined();
    expect(receiver.received).toHaveLength(1);
    expect(await read(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
    expect(await env.DB.prepare('select count(*) as n from event_listeners').first('n')).toBe(0);
    await run(webhook);
    expect(receiver.received).toHaveLength(1);
  });

  test('five days of nothing but failures switch off, one success begins them anew', async () => {
    const webhook = await newWebhook();
    const answered = async (days: number, code: number) => {
      pass(days * day);
      receiver.answer = () => status(code);
      await happen();
      await run(webhook);
      return read(webhook);
    };
    const failingSince = expect.any(String);
    expect(await answered(0, 500)).toMatchObject({ isEnabled: true, failingSince });
    expect(await answered(4.9, 500)).toMatchObject({ isEnabled: true, failingSince });
    expect(await answered(0.01, 200)).toMatchObject({ isEnabled: true, failingSince: null });
    expect(await answered(0, 500)).toMatchObject({ isEnabled: true, failingSince });
    expect(await answered(5, 500)).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
  });

  test.each<[string, (webhook: { webhookId: string }) => Promise<unknown>]>([
    ['switched off by somebody', (webhook) => ok(send('PATCH', pathOf(webhook), { isEnabled: false }))],
    [
      'switched off by a 410',
      async (webhook) => {
        receiver.answer = () => status(410);
        await happen();
        await run(webhook);
      },
    ],
    [
      'switched off after five days of failures',
      async (webhook) => {
        pass(5 * day);
        await run(webhook);
      },
    ],
    ['deleted', (webhook) => ok(send('DELETE', pathOf(webhook)))],
  ])('one that is %s gets neither what waits nor what happens', async (_what, end) => {
    const webhook = await newWebhook();
    receiver.answer = () => status(500);
    await happen(2);
    await run(webhook);
    await end(webhook);
    receiver.answer = () => status(200);
    receiver.received.length = 0;
    pass(day);
    await happen();
    const found = await webhooksWithWork(openTestDatabase(), Date.now());
    // A message of before may still be on the queue.
    expect([found, await run(webhook), receiver.sequences()]).toEqual([[], undefined, []]);
  });

  test('one that is switched on again gets what happens from then on, and what waited', async () => {
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
});

describe('rotation', () => {
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
});

describe('more than one run', () => {
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

  // A round has 20 attempts, and a run 50.
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

  test('a run makes 50 attempts, and says that there is more', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(120);
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(receiver.received).toHaveLength(50);
    expect(await run(webhook)).toMatchObject({ hasMore: true });
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
  });

  test('an event that comes at the end of a run is not left behind', async () => {
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
});

describe('sending again', () => {
  test('what is sent again during its attempt comes again', async () => {
    const webhook = await newWebhook();
    const [sequence = 0, other = 0] = await happen(2);
    const resend = () => ok(send('POST', `${pathOf(webhook)}/deliveries/${sequence}/resend`));
    await run(webhook);
    await resend();
    receiver.answer = async () => {
      pass(1);
      if (receiver.received.length === 3) await resend();
      return status(200);
    };
    await run(webhook);
    await run(webhook);
    expect(receiver.sequences()).toEqual([sequence, other, sequence, sequence]);
    await run(webhook);
    expect(receiver.received).toHaveLength(4);
  });

  test('a delivery that was given up has its whole schedule again', async () => {
    const webhook = await newWebhook();
    const [sequence = 0] = await happen();
    await run(webhook);
    const resend = (number: unknown) =>
      send<{ code: string }>('POST', `${pathOf(webhook)}/deliveries/${number}/resend`);
    expect((await resend(sequence)).body).toMatchObject({ sequence, status: 'waiting', attempts: 0 });
    await run(webhook);
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill(`evt_main_${sequence}`));
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ status: 'succeeded', attempts: 1 });
    for (const other of [sequence + 1, 'x', '1e3', '0']) {
      const { status, body } = await resend(other);
      expect([status, body.code]).toEqual([404, 'delivery_not_found']);
    }
  });

  test('events since a time are sent again', async () => {
    const webhook = await newWebhook();
    const numbers: number[] = [];
    const times: number[] = [];
    for (let index = 0; index < 9; index++) {
      pass(minute);
      times.push(Date.now());
      numbers.push(...(await happen()));
    }
    await run(webhook);
    const recover = (since: number) =>
      ok(
        send<{ fromSequence: number }>('POST', `${pathOf(webhook)}/recover`, {
          since: new Date(since).toISOString(),
        }),
      );
    for (const [index, from] of [...numbers.entries()].reverse()) {
      receiver.received.length = 0;
      expect((await recover((times[index] ?? 0) - 1000)).fromSequence).toBe(from);
      await run(webhook);
      expect(receiver.sequences()).toEqual(numbers.slice(index));
    }
    expect((await recover(Date.now() + minute)).fromSequence).toBe((numbers.at(-1) ?? 0) + 1);
  });

  test('a recovery while a run sends is not lost', async () => {
    const webhook = await newWebhook();
    pass(minute);
    const since = new Date(Date.now()).toISOString();
    const numbers = await happen(5);
    receiver.answer = async ({ sequence }) => {
      if (sequence === numbers[4] && receiver.received.length === 5)
        await ok(send('POST', `${pathOf(webhook)}/recover`, { since }));
      return status(200);
    };
    expect(await run(webhook)).toBeUndefined();
    await run(webhook);
    expect(receiver.sequences()).toEqual([...numbers, ...numbers]);
  });
});

test('an erasure removes all stored answers, also those of attempts that run', async () => {
  const person = await ok(
    send<{ personId: string }>('POST', '/v0/persons', { name: 'Zoë', email: 'zoe@hooks.example' }),
  );
  const webhook = await newWebhook();
  receiver.answer = () => status(500);
  await happen();
  await run(webhook);
  expect((await deliveriesOf(webhook))[0]?.answer).toBe('no');
  await happen();
  receiver.answer = async () => {
    await ok(send('DELETE', `/v0/persons/${person.personId}`));
    return new Response('Zoë', { status: 500 });
  };
  await run(webhook);
  expect((await deliveriesOf(webhook)).map(({ answer }) => answer)).toEqual([null, null]);
});

test('those that wait are listed with the next attempt first', async () => {
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
