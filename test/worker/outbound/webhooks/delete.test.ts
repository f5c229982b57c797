import { env } from 'cloudflare:workers';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { pathOf as alertPath, newAlert, patch, remove, webhookId } from '../../support/alerts.ts';
import { origin } from '../../support/channels.ts';
import { send } from '../../support/client.ts';
import { etagOf, ok, once, outcome } from '../../support/replies.ts';
import { newWebhook, pathOf } from '../../support/webhooks.ts';

test('an alert goes off when its webhook is deleted, and on again with another', async () => {
  const webhook = await newWebhook();
  const made = await newAlert({ webhookId: webhook.webhookId, condition: { type: 'weekly_report' } });
  const before = await once('GET', alertPath(made));
  await once('DELETE', pathOf(webhook));
  const off = await once<Alert>('GET', alertPath(made));
  expect([off.body, etagOf(off)]).toEqual([
    { ...made, isEnabled: false, updatedAt: expect.any(String) },
    expect.not.stringMatching(etagOf(before)),
  ]);
  expect(Date.parse(off.body.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
  expect(outcome(await patch(made, { isEnabled: true }))).toEqual([404, 'webhook_not_found']);
  expect((await patch(made, { name: 'Still off' })).body.isEnabled).toBe(false);
  const on = await patch(made, { isEnabled: true, webhookId: await webhookId() });
  expect([on.status, on.body.isEnabled]).toEqual([200, true]);
  await remove(made);
});

test('a deleted webhook keeps no origin', async () => {
  const webhook = await newWebhook();
  const originOf = () =>
    env.DB.prepare('select console_origin as o from webhooks where webhook_id = ?')
      .bind(webhook.webhookId)
      .first<string | null>('o');
  expect(await originOf()).toBe(origin);
  await ok(send('DELETE', pathOf(webhook)));
  expect(await originOf()).toBeNull();
});
