import { env } from 'cloudflare:workers';
import type { EventSettings } from '../../../../src/outbound/events/settings-schemas.ts';
import { send } from '../../support/client.ts';
import { listen, newest, patchSettings, read, told } from '../../support/events.ts';
import * as pages from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, once } from '../../support/replies.ts';
import { newWebhook } from '../../support/webhooks.ts';

describe('the settings of events', () => {
  test('keep each type once, in the order of the document', async () => {
    const types = ['page.updated', 'person.created', 'page.updated'];
    expect((await patchSettings({ types })).body.types).toEqual(['person.created', 'page.updated']);
    expect((await once<EventSettings>('GET', '/v0/event_settings')).body.types).toEqual([
      'person.created',
      'page.updated',
    ]);
    const { results } = await env.DB.prepare(
      'select type, listener from event_listeners order by type',
    ).all();
    expect(results).toEqual([
      { type: 'page.updated', listener: 'feed' },
      { type: 'person.created', listener: 'feed' },
    ]);
    expect((await read()).body.keptTypes).toEqual(['person.created', 'page.updated']);
  });

  test('have beside them the types that a webhook keeps while it is on; what was kept of others stays', async () => {
    await patchSettings({ types: ['page.created'] });
    const kept = async () => (await read()).body.keptTypes;
    const { webhookId } = await newWebhook({ types: ['page.updated'] });
    expect(await kept()).toEqual(['page.created', 'page.updated']);
    const page = await pages.newPage();
    const last = await newest();
    await ok(send('PATCH', `/v0/webhooks/${webhookId}`, { isEnabled: false }));
    await patchSettings({ types: ['person.created'] });
    expect(await kept()).toEqual(['person.created']);
    expect(await told(() => ok(pages.patch(page, { title: 'Prices' })))).toEqual([]);
    const { events } = (await read(`after=${last - 1}`)).body;
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([['page.created', page.pageId]]);
    await ok(send('PATCH', `/v0/webhooks/${webhookId}`, { isEnabled: true }));
    expect(await kept()).toEqual(['person.created', 'page.updated']);
    await ok(send('DELETE', `/v0/webhooks/${webhookId}`));
  });

  test('leave out the events of a type that nobody keeps', async () => {
    await listen(['page.created']);
    expect(
      await told(async () => {
        const page = await pages.newPage();
        await ok(pages.patch(page, { title: 'Prices' }));
        await newPerson();
      }),
    ).toEqual(['page.created']);
    await listen([]);
    const before = await newest();
    await pages.newPage();
    expect(await newest()).toBe(before);
    expect(await env.DB.prepare('select count(*) as n from event_actor').first('n')).toBe(0);
  });
});
