import { send } from '../../support/client.ts';
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
});
