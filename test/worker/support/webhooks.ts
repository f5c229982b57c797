import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { EventType } from '../../../src/events/types.ts';
import type { WebhookDelivery, WebhookDeliveryList } from '../../../src/webhooks/delivery-schemas.ts';
import type { WebhookCreated } from '../../../src/webhooks/schemas.ts';
import { deliver, type Rest } from '../../../src/webhooks/worker/deliver.ts';
import { openTestDatabase, send } from './client.ts';
import { ok } from './replies.ts';

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
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as RequestInfo, init);
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const received = {
        ...{ id: headers['webhook-id'] ?? '', at: Date.now(), url: request.url, headers, body },
        sequence: (JSON.parse(body) as { data: { sequence: number } }).data.sequence,
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

/** A run for a webhook, as the queue starts it. */
export const run = ({ webhookId }: { webhookId: string }): Promise<Rest | undefined> =>
  deliver(openTestDatabase(), webhookId, { workspace: 'main', isLocal: false });

export const deliveriesOf = async (webhook: { webhookId: string }, query = ''): Promise<WebhookDelivery[]> =>
  (await ok(send<WebhookDeliveryList>('GET', `${pathOf(webhook)}/deliveries?limit=100&${query}`))).items;
