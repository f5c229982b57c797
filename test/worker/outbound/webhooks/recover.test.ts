import { type Problem, send } from '../../support/client.ts';
import { keyed, newKey } from '../../support/keyed.ts';
import { ok } from '../../support/replies.ts';
import { minute, pass } from '../../support/times.ts';
import {
  happen,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
  answer as status,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();

describe('a recovery', () => {
  test('sends the events since a time again', async () => {
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

  test('while a run sends is not lost', async () => {
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

  test('that is repeated with its Idempotency-Key gets the refusal of now, if the webhook was switched off or deleted since', async () => {
    const webhook = await newWebhook();
    await happen();
    await run(webhook);
    const path = `${pathOf(webhook)}/recover`;
    const body = { since: new Date(Date.now() - minute).toISOString() };
    const key = newKey();
    const again = () => send<Problem>('POST', path, body, keyed(key));
    expect((await again()).status).toBe(200);
    expect((await again()).headers.get('idempotent-replayed')).toBe('true');
    await ok(send('PATCH', pathOf(webhook), { isEnabled: false }));
    expect((await again()).body.code).toBe('webhook_disabled');
    await ok(send('DELETE', pathOf(webhook)));
    expect((await again()).body.code).toBe('webhook_not_found');
  });
});
