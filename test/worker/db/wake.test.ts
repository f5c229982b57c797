import { send } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { ok } from '../support/replies.ts';
import { pass } from '../support/times.ts';
import { prepareWakes } from '../support/wakes.ts';
import { newWebhook } from '../support/webhooks.ts';

const { rings, bindings } = prepareWakes();
let serial = 0;

const makePage = () =>
  ok(send('POST', '/v0/pages', { title: 'Bell', url: `https://bell.example/${++serial}` }, { bindings }));

describe('the sender of webhooks is woken', () => {
  test('by a write that emits an event, once a second, a second later', async () => {
    await newWebhook();
    for (let count = 0; count < 3; count++) await makePage();
    expect(rings).toEqual([{ body: { workspace: 'main' }, delaySeconds: 1 }]);
    pass(1000);
    await makePage();
    expect(rings).toHaveLength(2);
  });

  test('by nothing while only the feed listens', async () => {
    await listen();
    await makePage();
    expect(rings).toEqual([]);
  });

  test('by no write that emits nothing', async () => {
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
});
