import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../../src/index.ts';
import { send } from '../../support/client.ts';
import { listen } from '../../support/events.ts';
import { ok } from '../../support/replies.ts';
import { pass } from '../../support/times.ts';
import { prepareWakes } from '../../support/wakes.ts';
import { deliveriesOf, happen, newWebhook } from '../../support/webhooks.ts';

const { receiver, rings, bindings, deliver } = prepareWakes();

let serial = 0;
const makePage = () =>
  ok(send('POST', '/v0/pages', { title: 'Bell', url: `https://bell.example/${++serial}` }, { bindings }));

const deliverMessage = (body: unknown) => deliver('footfall-webhooks', body);

const cron = (queue: Partial<typeof env>) =>
  worker.scheduled(createScheduledController(), { ...env, ...queue } as typeof env);

test('a write that tells an event rings once a second, a second later', async () => {
  await newWebhook();
  for (let count = 0; count < 3; count++) await makePage();
  expect(rings).toEqual([{ body: { workspace: 'main' }, delaySeconds: 1 }]);
  pass(1000);
  await makePage();
  expect(rings).toHaveLength(2);
});

test('nothing rings while only the feed listens', async () => {
  await listen();
  await makePage();
  expect(rings).toEqual([]);
});

test('nothing rings for a write that tells nothing', async () => {
  await newWebhook({ types: ['page.updated'] });
  // The first write of an isolate may find events from before.
  await makePage();
  rings.length = 0;
  for (let later = 0; later < 2; later++) {
    pass(5000);
    await makePage();
  }
  expect(rings).toEqual([]);
});

test('a rotation rings: what waited for a secret, or for the end of a rest, is sent', async () => {
  const { webhookId } = await newWebhook();
  await ok(send('POST', `/v0/webhooks/${webhookId}/rotate`, {}, { bindings }));
  expect(rings).toContainEqual({ body: { workspace: 'main', webhookId }, delaySeconds: 0 });
});

test('the message of a workspace delivers for one webhook, and rings for each other', async () => {
  const first = await newWebhook();
  const second = await newWebhook();
  await newWebhook({ types: ['page.updated'] });
  const [sequence] = await happen();
  expect(await deliverMessage({ workspace: 'main' })).toBe('ack');
  expect(receiver.sequences()).toEqual([sequence]);
  const others = rings.map(({ body }) => body.webhookId);
  expect(others.length).toBeGreaterThanOrEqual(1);
  for (const webhookId of others) await deliverMessage({ workspace: 'main', webhookId });
  for (const webhook of [first, second])
    expect(await deliveriesOf(webhook)).toMatchObject([{ sequence, status: 'succeeded' }]);
  rings.length = 0;
  expect(await deliverMessage({ workspace: 'main' })).toBe('ack');
  expect([rings, receiver.received.length]).toEqual([[], 2]);
});

test('an attempt that fails rings for its next one, if that is within a minute', async () => {
  const { webhookId } = await newWebhook();
  receiver.answer = () => new Response(null, { status: 500 });
  await happen();
  await deliverMessage({ workspace: 'main', webhookId });
  expect(rings).toEqual([{ body: { workspace: 'main', webhookId }, delaySeconds: 5 }]);
  pass(5000);
  await deliverMessage({ workspace: 'main', webhookId });
  expect(receiver.received).toHaveLength(2);
  expect(rings).toHaveLength(1);
});

test('the cron finds work for which no message came, and delivers itself without a queue', async () => {
  const { webhookId } = await newWebhook();
  await happen(2);
  await cron(bindings);
  // Its other tasks have written, and so rung for the workspace.
  const own = rings.filter(({ body }) => body.webhookId !== undefined);
  expect(own).toEqual([{ body: { workspace: 'main', webhookId }, delaySeconds: 0 }]);
  expect(receiver.received).toEqual([]);
  const { WEBHOOKS: _, ...withoutQueue } = env;
  await worker.scheduled(createScheduledController(), withoutQueue as typeof env);
  expect(receiver.received).toHaveLength(2);
});

test('the cron removes the deliveries of a deleted webhook, and those of events that are removed', async () => {
  const gone = await newWebhook();
  const kept = await newWebhook();
  const [first, second] = await happen(2);
  for (const { webhookId } of [gone, kept]) await deliverMessage({ workspace: 'main', webhookId });
  await ok(send('DELETE', `/v0/webhooks/${gone.webhookId}`));
  await env.DB.prepare('delete from events where sequence = ?').bind(first).run();
  await env.DB.prepare('delete from events where sequence < ?').bind(second).run();
  await cron(bindings);
  const { results } = await env.DB.prepare('select webhook_id, sequence from webhook_deliveries').all();
  expect(results).toEqual([{ webhook_id: kept.webhookId, sequence: second }]);
  expect(
    await env.DB.prepare('select is_cleared as n from webhooks where webhook_id = ?')
      .bind(gone.webhookId)
      .first('n'),
  ).toBe(1);
});

test('a message that is none of ours is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await deliverMessage({ kind: 'publish' })).toBe('retry');
  expect(await deliverMessage({ workspace: 'nowhere' })).toBe('retry');
});
