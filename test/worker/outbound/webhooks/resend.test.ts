import { type Problem, send } from '../../support/client.ts';
import { keyed, newKey } from '../../support/keyed.ts';
import { ok } from '../../support/replies.ts';
import { pass } from '../../support/times.ts';
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

describe('a delivery that is sent again', () => {
  test('during its attempt comes again', async () => {
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

  test('after it was given up has its whole schedule again', async () => {
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

  test('with its Idempotency-Key gets the refusal of now, if the webhook was switched off or deleted since', async () => {
    const webhook = await newWebhook();
    const [sequence = 0] = await happen();
    await run(webhook);
    const path = `${pathOf(webhook)}/deliveries/${sequence}/resend`;
    const body = {};
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
