import { env } from 'cloudflare:workers';
import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { day, minute, pass } from '../../support/times.ts';
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

describe('a webhook is switched off', () => {
  test('at once by a 410', async () => {
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

  test('by five days of nothing but failures, which one success begins anew', async () => {
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
  ])('and one that is %s gets neither what waits nor what happens', async (_what, end) => {
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
});

test('the entity tag of a webhook changes when it begins to fail, succeeds again or is switched off, and not by sending', async () => {
  const webhook = await newWebhook();
  const tagAfter = async (code: number) => {
    receiver.answer = () => status(code);
    await happen();
    await run(webhook);
    pass(day);
    return etagOf(await send('GET', pathOf(webhook)));
  };
  const first = etagOf(await send('GET', pathOf(webhook)));
  const sent = [await tagAfter(200), await tagAfter(200)];
  expect(sent).toEqual([first, first]);
  const failing = await tagAfter(500);
  expect(failing).not.toBe(first);
  expect(await tagAfter(500)).toBe(failing);
  const well = await tagAfter(200);
  const off = await tagAfter(410);
  expect(new Set([first, failing, well, off]).size).toBe(4);
});

test('of the answers of a receiver the last of each 20 events is kept', async () => {
  const webhook = await newWebhook();
  receiver.answer = ({ sequence }) => new Response(`no ${sequence}`, { status: 500 });
  const numbers: number[] = [];
  for (let turn = 0; turn < 25; turn++) {
    numbers.push(...(await happen()));
    await run(webhook);
    pass(minute);
  }
  const found = await deliveriesOf(webhook);
  expect(found).toHaveLength(25);
  expect(found.filter(({ answer }) => answer !== null)).toHaveLength(20);
  for (const { sequence, answer } of found) expect([null, `no ${sequence}`]).toContain(answer);
  expect(found.find(({ sequence }) => sequence === numbers[0])?.answer ?? null).toBeNull();
});

test('the erasure of a person removes all stored answers, also those of attempts that run', async () => {
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
