import { env } from 'cloudflare:workers';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { pathOf as alertPath, newAlert, patch, remove, webhookId } from '../../support/alerts.ts';
import { kim, origin, prepareChannels } from '../../support/channels.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { etagOf, ok, once, outcome } from '../../support/replies.ts';
import { newWebhook, pathOf, run, tell } from '../../support/webhooks.ts';

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

describe('a deleted webhook', () => {
  const receiver = prepareChannels();

  test('keeps no origin, and one without it has no links', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const webhook = await newWebhook({ format: 'slack' });
    const originOf = () =>
      env.DB.prepare('select console_origin as o from webhooks where webhook_id = ?')
        .bind(webhook.webhookId)
        .first<string | null>('o');
    expect(await originOf()).toBe(origin);
    await env.DB.prepare('update webhooks set console_origin = null').run();
    await tell([{ type: 'page.created', subject: pageId, actor: kim }]);
    await run(webhook);
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
      'kim@acme.example created the page Pricing.',
    ]);
    await ok(send('PATCH', pathOf(webhook), { format: 'slack' }));
    expect(await originOf()).toBe(origin);
    await ok(send('DELETE', pathOf(webhook)));
    expect(await originOf()).toBeNull();
  });
});
