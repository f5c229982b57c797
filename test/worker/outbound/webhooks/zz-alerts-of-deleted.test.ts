import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { newAlert, patch, pathOf, remove, webhookId } from '../../support/alerts.ts';
import { etagOf, once, outcome } from '../../support/replies.ts';
import { newWebhook, pathOf as webhookPath } from '../../support/webhooks.ts';

test('an alert goes off when its webhook is deleted, and on again with another', async () => {
  const webhook = await newWebhook();
  const made = await newAlert({ webhookId: webhook.webhookId, condition: { type: 'weekly_report' } });
  const before = await once('GET', pathOf(made));
  await once('DELETE', webhookPath(webhook));
  const off = await once<Alert>('GET', pathOf(made));
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
