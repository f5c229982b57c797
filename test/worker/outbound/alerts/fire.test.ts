import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../../src/index.ts';
import { firingsOf, newAlert, newRecipient, seen } from '../../support/alerts.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { place } from '../../support/places.ts';
import { messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { prepareWakes } from '../../support/wakes.ts';
import { happen, newWebhook } from '../../support/webhooks.ts';

const { receiver, rings, deliver } = prepareWakes();

/** An alert with a webhook of its own, and somebody who may come. */
async function watched(...others: string[]) {
  const webhook = await newWebhook({ types: ['alert.fired', ...others] });
  const alert = await newAlert({ webhookId: webhook.webhookId });
  return { alert, webhook, who: await newRecipient(place.pageId) };
}

const comes = ({ audienceId }: { audienceId: string }) =>
  deliver('footfall-visits', messageOf(visitOf(newId(), { ...seen, audienceId }), Date.now()));

const sent = () => receiver.received.map(({ body }) => JSON.parse(body).data.type);
prepareVisits();

describe('alerts that visits fire', () => {
  test('a visit that an alert looks at wakes the sender, and what it fires is sent with the same message', async () => {
    const { alert, who } = await watched();
    await comes(who);
    expect(rings.map(({ body }) => body)).toEqual([{ workspace: 'main' }]);
    expect(await deliver('footfall-webhooks', { workspace: 'main' })).toBe('ack');
    expect(sent()).toEqual(['alert.fired']);
    expect(await firingsOf(alert)).toHaveLength(1);
    // What is fired does not ring for itself.
    expect(rings).toHaveLength(1);
  });

  test('a message for one webhook looks at no alert', async () => {
    const { alert, webhook, who } = await watched();
    await comes(who);
    await deliver('footfall-webhooks', { workspace: 'main', webhookId: webhook.webhookId });
    expect([sent(), await firingsOf(alert)]).toEqual([[], []]);
  });

  test('the cron fires what no message came for, and sends it without a queue', async () => {
    const { who } = await watched();
    await comes(who);
    await worker.scheduled(createScheduledController(), { ...env, WEBHOOKS: undefined } as never);
    expect(sent()).toEqual(['alert.fired']);
  });

  test('alerts that fail keep no webhook waiting', async () => {
    const { alert, who } = await watched('page.created');
    await comes(who);
    await happen();
    // The first batch is that of alerts.
    const DB = faultyDatabase({ message: 'D1_ERROR: boom', moment: 'before', size: 1 });
    const { logged } = await silent(() => deliver('footfall-webhooks', { workspace: 'main' }, { DB }));
    expect(logged.join()).toContain('fire alerts');
    expect([sent(), await firingsOf(alert)]).toEqual([['page.created'], []]);
    await deliver('footfall-webhooks', { workspace: 'main' });
    expect(sent()).toEqual(['page.created', 'alert.fired']);
  });
});
