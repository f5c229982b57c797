import { type Problem, send } from '../../support/client.ts';
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

  test.each<[string, object | undefined, (url: string) => string[]]>([
    [
      'its new address',
      { url: 'https://hooks-next.example/' },
      (url) => [url, 'https://hooks-next.example/'],
    ],
    ['nothing any more, if it is off', { isEnabled: false }, (url) => [url]],
    ['nothing any more, if it is deleted', undefined, (url) => [url]],
  ])('while a run sends has %s from the next 20 events on', async (_what, change, urls) => {
    const webhook = await newWebhook();
    await happen(30);
    receiver.answer = async () => {
      if (receiver.received.length === 3)
        await ok(send(change ? 'PATCH' : 'DELETE', pathOf(webhook), change));
      return status(200);
    };
    await run(webhook);
    await run(webhook);
    const got = Map.groupBy(receiver.received, ({ url }) => url);
    expect([...got.keys()]).toEqual(urls(webhook.url));
    expect(got.get(webhook.url)).toHaveLength(20);
  });

  test('into a channel gets what waited for a program as sentences', async () => {
    const webhook = await newWebhook({ types: ['session.started', 'page.created'] });
    receiver.answer = () => status(500);
    await tell([{ type: 'session.started' }]);
    await run(webhook);
    await ok(send('PATCH', pathOf(webhook), { format: 'slack', types: ['page.created'] }));
    receiver.answer = () => status(200);
    pass(minute);
    await run(webhook);
    const [program, channel] = receiver.received.map(
      ({ body }) => JSON.parse(body) as Record<string, unknown>,
    );
    expect(program).toMatchObject({ type: 'session.started' });
    expect(channel?.text).toContain('A visitor');
  });

  test('cannot begin or end to be in strict order: isOrdered is a field of its creation', async () => {
    const webhook = await newWebhook();
    const { status: code, body } = await send<Problem>('PATCH', pathOf(webhook), { isOrdered: true });
    expect([code, body.errors?.map((error) => [error.path, error.code])]).toEqual([
      400,
      [['isOrdered', 'unknown_field']],
    ]);
    expect(await ok(send('GET', pathOf(webhook)))).toMatchObject({ isOrdered: false });
  });

  test('to off has no recovery and no delivery that is sent again (webhook_disabled)', async () => {
    const webhook = await newWebhook();
    const [sequence] = await happen();
    await run(webhook);
    await ok(send('PATCH', pathOf(webhook), { isEnabled: false }));
    for (const [path, body] of [
      ['recover', { since: '2026-01-01T00:00:00Z' }],
      [`deliveries/${sequence}/resend`, undefined],
    ] as const) {
      const { status: code, body: problem } = await send<Problem>('POST', `${pathOf(webhook)}/${path}`, body);
      expect([code, problem.code]).toEqual([409, 'webhook_disabled']);
    }
    await ok(send('PATCH', pathOf(webhook), { isEnabled: true }));
    await ok(send('POST', `${pathOf(webhook)}/recover`, { since: '2026-01-01T00:00:00Z' }));
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
