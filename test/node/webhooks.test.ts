import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import type { EventList } from '../../src/outbound/events/schemas.ts';
import type { WebhookDeliveryList, WebhookTest } from '../../src/outbound/webhooks/delivery-schemas.ts';
import type { Webhook as WebhookAnswer, WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import { seed as turns } from '../turns.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, npmRun, type Server, startServer, stop } from './processes.ts';
import { type HttpReceiver, illnesses, startReceiver } from './receiver.ts';

let receiver: HttpReceiver | undefined;
afterAll(() => {
  receiver?.close();
  cleanUp();
});

async function newWebhook(server: Server, path: string, fields: object = {}): Promise<WebhookCreated> {
  const url = `${receiver?.address}${path}`;
  const { status, body, text } = await call<WebhookCreated>(server, 'POST', '/v0/webhooks', {
    url,
    types: ['page.created'],
    ...fields,
  });
  expect(status, text).toBe(201);
  return body;
}

let pages = 0;
const makePage = (server: Server) =>
  call(server, 'POST', '/v0/pages', { title: 'Hooks', url: `https://hooks.example/${++pages}` });

/** Makes pages until the server is killed, some milliseconds after the first. */
async function makePagesUntilKilled(server: Server, milliseconds: number): Promise<void> {
  const killed = sleep(milliseconds).then(() => stop(server, 'SIGKILL', 'group'));
  for (;;) {
    const made = await makePage(server).catch(() => undefined);
    if (!made) break;
    await sleep(40);
  }
  expect(await killed).toEqual([]);
}

/** The numbers of the events that the feed has. */
async function eventsOf(server: Server): Promise<number[]> {
  const all: number[] = [];
  for (let after = 0; ; ) {
    const { body } = await call<EventList>(server, 'GET', `/v0/events?limit=100&after=${after}`);
    all.push(...body.events.map(({ sequence }) => sequence));
    after = body.next;
    if (!body.hasMore) return all;
  }
}

// A run that was killed keeps its webhook for a minute, and a receiver that is mute takes 20 seconds: npm run test:all
// waits for both.
const crashes = turns === 'all' ? [4000, 6000] : [];
const paths = ['/well', '/ill', '/gone', ...(turns === 'all' ? ['/mute'] : [])];

const at = (path: string) => (receiver?.received ?? []).filter((request) => request.path === path);
const accepted = (path: string) => at(path).filter(({ isAccepted }) => isAccepted);

test('receivers that are well, ill, gone or mute get every event at least once, over crashes', async () => {
  const seed = Math.floor(Math.random() * 1000);
  let turn = seed;
  receiver = await startReceiver({
    '/ill': (response, isFirst, body) => {
      const ill = isFirst && ++turn % 3 === 0 ? illnesses[turn % illnesses.length] : undefined;
      if (ill) ill(response, isFirst, body);
      else response.writeHead(204).end();
    },
    '/ordered': (response, isFirst) => response.writeHead(isFirst && ++turn % 20 === 0 ? 500 : 204).end(),
    '/gone': (response) => response.writeHead(410).end('gone'),
    // As Slack answers.
    '/slack': (response) => response.writeHead(200).end('ok'),
    // Never answers.
    '/mute': () => {},
  });
  let server = await startServer(migratedStateDir());
  const tried = await call<WebhookTest>(
    server,
    'POST',
    `/v0/webhooks/${(await newWebhook(server, '/tried')).webhookId}/test`,
  );
  expect(tried.body).toMatchObject({ isDelivered: true, statusCode: 204, error: null });
  const secrets = new Map<string, WebhookCreated>();
  for (const path of paths) secrets.set(path, await newWebhook(server, path));
  secrets.set('/ordered', await newWebhook(server, '/ordered', { isOrdered: true }));
  secrets.set('/slack', await newWebhook(server, '/slack', { format: 'slack' }));

  for (let count = 0; count < 40; count++) await makePage(server);
  for (const milliseconds of crashes) {
    await makePagesUntilKilled(server, milliseconds);
    server = await startServer(server.stateDir, server.port);
  }
  await makePage(server);
  const numbers = await eventsOf(server);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));

  for (const path of ['/well', '/ill', '/ordered'])
    await expect
      .poll(() => new Set(accepted(path).map(({ sequence }) => sequence)).size, {
        message: `${path}, seed ${seed}`,
      })
      .toBe(numbers.length);
  // A message of a channel has a sentence for each of its events, and the id of the first.
  const sentences = () =>
    accepted('/slack').flatMap(
      ({ body }) => (JSON.parse(body) as { text: string }).text.match(/created/g) ?? [],
    );
  await expect
    .poll(() => sentences().length, { message: `/slack, seed ${seed}` })
    .toBeGreaterThanOrEqual(numbers.length);
  expect(at('/trap')).toEqual([]);

  for (const [path, { secret }] of secrets)
    for (const { headers, body, id, sequence } of at(path)) {
      expect(id).toBe(`evt_main_${sequence}`);
      // The time is of the attempt: the standard takes five minutes.
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      const text = `The key “demo” created the page Hooks. <${server.address}/console/#/pages/`;
      expect(verified).toMatchObject(
        path === '/slack'
          ? { text: expect.stringContaining(text) }
          : { type: 'page.created', data: { sequence } },
      );
    }

  // In order: of what was accepted, each event comes for the first time after the one before it.
  const first = [...new Set(accepted('/ordered').map(({ sequence }) => sequence))];
  expect(first).toEqual(numbers);

  const statusOf = async (path: string) =>
    (await call<WebhookAnswer>(server, 'GET', `/v0/webhooks/${secrets.get(path)?.webhookId}`)).body;
  expect(await statusOf('/gone')).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
  expect(accepted('/gone')).toEqual([]);
  const errorsOf = async (path: string) => {
    const waiting = `/v0/webhooks/${secrets.get(path)?.webhookId}/deliveries?status=waiting`;
    return (await call<WebhookDeliveryList>(server, 'GET', waiting)).body.items.map(({ error }) => error);
  };
  if (secrets.has('/mute')) await expect.poll(() => errorsOf('/mute')).toContain('timeout');
  expect(await stop(server, 'SIGTERM', 'npm')).toEqual([]);

  const { stdout } = await npmRun(['export'], { STATE_DIR: server.stateDir });
  expect([stdout.includes('hooks.example'), stdout.includes('whsec_')]).toEqual([true, false]);
});
