import { env } from 'cloudflare:workers';
import type { Actor } from '../../../src/db/actor.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryList,
} from '../../../src/outbound/webhooks/delivery-schemas.ts';
import type { WebhookCreated } from '../../../src/outbound/webhooks/schemas.ts';
import { deliver, type Rest } from '../../../src/outbound/webhooks/worker/deliver.ts';
import type { EventType } from '../../../src/vocabulary/events.ts';
import { openTestDatabase, send } from './client.ts';
import { ok } from './replies.ts';
import { setClock } from './times.ts';

export const webhooks = '/v0/webhooks';
export const pathOf = ({ webhookId }: { webhookId: string }) => `${webhooks}/${webhookId}`;

/** A request that a receiver has got. */
export interface Received {
  id: string;
  /** Milliseconds since 1970, by the simulated clock. */
  at: number;
  url: string;
  headers: Record<string, string>;
  body: string;
  sequence: number;
}

type Answer = (request: Received) => Response | Promise<Response>;

/** A receiver in place of the network, for tests that move the clock. test/node/webhooks.test.ts has real ones. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = () => new Response(null, { status: 204 });

  constructor() {
    this.begin();
  }

  /** Stands in for the network from here on, and has got nothing. */
  begin(): void {
    this.received.length = 0;
    this.answer = () => new Response(null, { status: 204 });
    // A channel takes a message a second: no test waits for it. Others of the service wait a millisecond.
    const wait = scheduler.wait.bind(scheduler);
    vi.spyOn(scheduler, 'wait').mockImplementation(() => wait(1));
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as RequestInfo, init);
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const received = {
        id: headers['webhook-id'] ?? '',
        at: Date.now(),
        url: request.url,
        headers,
        body,
        sequence: Number(headers['webhook-id']?.split('_').at(-1)),
      };
      this.received.push(received);
      return this.answer(received);
    });
  }

  sequences = () => this.received.map(({ sequence }) => sequence);
}

let serial = 0;
export const newWebhook = (fields: object = {}) =>
  ok(
    send<WebhookCreated>('POST', webhooks, {
      url: `https://hooks-${++serial}.example/`,
      types: ['page.created'],
      ...fields,
    }),
  );

/** Lets events happen, and gives their numbers. */
export async function happen(count = 1, type: EventType = 'page.created'): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select ?, 'page_' || key, '{}', ? from json_each(?) returning sequence`,
  )
    .bind(type, Date.now(), JSON.stringify(Array(count).fill(0)))
    .all<{ sequence: number }>();
  return results.map(({ sequence }) => sequence).sort((a, b) => a - b);
}

/** An event as a test writes it. */
export interface Told {
  type: EventType;
  subject?: string;
  related?: Record<string, string>;
  changes?: string[];
  actor?: Actor;
}

/** Writes events, in this order. */
export const tell = (events: readonly Told[]): Promise<unknown> =>
  env.DB.prepare(
    `insert into events (type, subject, related, changes, actor, created_at)
     select value ->> 'type', value ->> 'subject', coalesce(value -> 'related', '{}'), value -> 'changes',
       value -> 'actor', ? from json_each(?)`,
  )
    .bind(Date.now(), JSON.stringify(events))
    .run();

/**
 * Removes webhooks and events: those of a test are not those of the next. The newest event stays, and its time may be in
 * the future.
 */
export const forgetAll = (): Promise<unknown> =>
  env.DB.batch([
    ...['webhooks', 'webhook_deliveries', 'event_listeners', 'events'].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
    env.DB.prepare('update events set created_at = 0'),
  ]);

/** The receiver of the tests of a file, in each of which the clock stands still, and nothing is there before. */
export function prepareReceiver(): Receiver {
  const receiver = new Receiver();
  beforeEach(() => {
    setClock();
    receiver.begin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    await forgetAll();
  });
  return receiver;
}

/** What a receiver answers. */
export const answer = (code: number, headers: HeadersInit = {}) =>
  new Response('no', { status: code, headers });

/** A run for a webhook, as the queue starts it. */
export const run = ({ webhookId }: { webhookId: string }): Promise<Rest | undefined> =>
  deliver(openTestDatabase(), webhookId, { workspace: 'main', isLocal: false });

export const deliveriesOf = async (webhook: { webhookId: string }, query = ''): Promise<WebhookDelivery[]> =>
  (await ok(send<WebhookDeliveryList>('GET', `${pathOf(webhook)}/deliveries?limit=100&${query}`))).items;
