import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { newBudget } from '../../../../src/analytics/worker/budget.ts';
import worker from '../../../../src/index.ts';
import { deliverDue } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { send } from '../../support/client.ts';
import { newPlace } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions, insertSessions } from '../../support/sessions.ts';
import { numberOf } from '../../support/tables.ts';
import { forgetAll, happen, newWebhook, pathOf, Receiver } from '../../support/webhooks.ts';

let receiver: Receiver;
beforeEach(() => {
  receiver = new Receiver();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetAll();
});

const { WEBHOOKS: _, ...withoutQueue } = env;
const cron = () => worker.scheduled(createScheduledController(), withoutQueue as typeof env);
const minute = 60_000;

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
  await cron();
  expect(sealed).toBe(1);
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

test('a minute removes 10,000 deliveries', async () => {
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
  await cron();
  expect(await left()).toBe(500);
  await cron();
  expect(await left()).toBe(0);
});
