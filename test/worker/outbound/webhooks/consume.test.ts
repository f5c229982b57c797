import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newBudget } from '../../../../src/analytics/worker/budget.ts';
import worker from '../../../../src/index.ts';
import { deliverDue } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { send } from '../../support/client.ts';
import { newPlace } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions, insertSessions } from '../../support/sessions.ts';
import { numberOf } from '../../support/tables.ts';
import { pass } from '../../support/times.ts';
import { prepareWakes } from '../../support/wakes.ts';
import { deliveriesOf, happen, newWebhook, pathOf } from '../../support/webhooks.ts';

const { receiver, rings, bindings, deliver } = prepareWakes();
const deliverMessage = (body: unknown) => deliver('footfall-webhooks', body);

const cron = (queue: Partial<typeof env>) =>
  worker.scheduled(createScheduledController(), { ...env, ...queue } as typeof env);

const { WEBHOOKS: _, ...withoutQueue } = env;

/** A minute of the cron without a queue. */
const cronAlone = () => worker.scheduled(createScheduledController(), withoutQueue as typeof env);
const minute = 60_000;

describe('a message of the queue', () => {
  test('of a workspace delivers for one webhook, and wakes the sender for each other', async () => {
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

  test('whose attempt fails asks for the next one, if that is within a minute', async () => {
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

  test('is acknowledged before its receiver has answered', async () => {
    const { webhookId } = await newWebhook();
    await happen();
    let accept = () => {};
    receiver.answer = () =>
      new Promise((resolve) => {
        accept = () => resolve(new Response(null, { status: 204 }));
      });
    const message = { id: 'm', timestamp: new Date(), attempts: 1, body: { workspace: 'main', webhookId } };
    const batch = createMessageBatch('footfall-webhooks', [message]);
    const later: Promise<unknown>[] = [];
    await worker.queue(batch, { ...env, ...bindings }, { waitUntil: (work) => void later.push(work) });
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(['m']);
    await vi.waitUntil(() => receiver.received.length === 1);
    accept();
    await Promise.all(later);
    expect(await deliveriesOf({ webhookId })).toMatchObject([{ status: 'succeeded' }]);
  });

  test('that is none of ours is tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await deliverMessage({ kind: 'publish' })).toBe('retry');
    expect(await deliverMessage({ workspace: 'nowhere' })).toBe('retry');
  });
});

describe('the cron', () => {
  test('finds work for which no message came, and delivers itself without a queue', async () => {
    const { webhookId } = await newWebhook();
    await happen(2);
    await cron(bindings);
    // Its other tasks have written, and so rung for the workspace.
    const own = rings.filter(({ body }) => body.webhookId !== undefined);
    expect(own).toEqual([{ body: { workspace: 'main', webhookId }, delaySeconds: 0 }]);
    expect(receiver.received).toEqual([]);
    await cronAlone();
    expect(receiver.received).toHaveLength(2);
  });

  test('without a queue a minute has one round of each webhook, as far as the budget goes, each in its turn', async () => {
    for (let count = 0; count < 3; count++) await newWebhook();
    await happen(25);
    const budget = newBudget(2);
    expect(await deliverDue(withoutQueue as typeof env, 'main', 0, budget)).toBe(2);
    expect([receiver.received.length, budget.writes]).toEqual([40, 0]);
    expect(await deliverDue(withoutQueue as typeof env, 'main', 0, budget)).toBe(0);
    await deliverDue(withoutQueue as typeof env, 'main', 2 * minute, newBudget(1));
    expect(new Set(receiver.received.map(({ url }) => url)).size).toBe(3);
  });

  test('a slow receiver holds up no other task: visits are sealed before the first attempt', async () => {
    await forgetSessions();
    await insertSessions(await newPlace(), 500);
    await newWebhook();
    await happen();
    let sealed: number | null = 0;
    receiver.answer = async () => {
      sealed = await numberOf('select count(*) from session_seal where sealed_at > 0');
      return new Response(null, { status: 204 });
    };
    await cronAlone();
    expect(sealed).toBe(1);
  });

  test('removes the deliveries of a deleted webhook, and those of events that are removed', async () => {
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

  test('removes 10,000 deliveries a minute', async () => {
    const webhook = await newWebhook();
    await env.DB.prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10500)
     insert into webhook_deliveries (webhook_id, sequence, status, attempts)
     select ?, n, 'succeeded', 1 from numbers`,
    )
      .bind(webhook.webhookId)
      .run();
    await ok(send('DELETE', pathOf(webhook)));
    const left = () => env.DB.prepare('select count(*) as n from webhook_deliveries').first('n');
    await cronAlone();
    expect(await left()).toBe(500);
    await cronAlone();
    expect(await left()).toBe(0);
  });
});
