import { env } from 'cloudflare:workers';
import { mintKey } from '../support/client.ts';
import { eventsOf, listen } from '../support/events.ts';
import * as pages from '../support/pages.ts';
import { newPerson } from '../support/persons.ts';

beforeEach(() => listen());

describe('the author of an event', () => {
  test('is the key, or the person, that did it', async () => {
    const key = await mintKey(['read', 'write']);
    const [event] = await eventsOf(() => pages.newPage({}, { key }));
    expect(event?.actor).toEqual({
      type: 'api_key',
      apiKeyId: expect.stringMatching(/^api_key_/),
      name: 'test',
    });
    await env.DB.prepare(
      "update api_keys set is_sign_in = 1, name = 'Console, zoe@a.example' where api_key_id = ?",
    )
      .bind(event?.actor?.apiKeyId)
      .run();
    const person = await mintKey(['read', 'write']);
    await env.DB.prepare(
      "update api_keys set is_sign_in = 1, name = 'Console, zoe@a.example' where created_at = (select max(created_at) from api_keys)",
    ).run();
    const [signedIn] = await eventsOf(() => pages.newPage({}, { key: person }));
    expect(signedIn?.actor).toMatchObject({ type: 'person', name: 'zoe@a.example' });
  });

  test('of SQL that Footfall did not send is nobody', async () => {
    await pages.newPage();
    const { personId } = await newPerson();
    const [event] = await eventsOf(() =>
      env.DB.prepare("update persons set name = 'By hand' where person_id = ?").bind(personId).run(),
    );
    expect([event?.type, event?.changes, event?.actor]).toEqual(['person.updated', ['name'], null]);
  });
});
