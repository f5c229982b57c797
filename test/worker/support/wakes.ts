import { env } from 'cloudflare:workers';
import type { DeliveryRequested } from '../../../src/db/wake-message.ts';
import { listen } from './events.ts';
import { HeldVisits } from './held-queue.ts';
import { setClock } from './times.ts';
import { Receiver } from './webhooks.ts';

interface Ring {
  body: DeliveryRequested;
  delaySeconds: number | undefined;
}

const tables = ['webhooks', 'webhook_deliveries', 'alerts', 'event_listeners', 'events'];

/** For the tests of a file: a queue WEBHOOKS that keeps what rings, and a receiver. The clock stands still. */
export function prepareWakes() {
  const [receiver, rings]: [Receiver, Ring[]] = [new Receiver(), []];
  const send = async (body: DeliveryRequested, { delaySeconds }: QueueSendOptions = {}) =>
    void rings.push({ body, delaySeconds });
  const bindings = { WEBHOOKS: { send } as unknown as Queue };
  let now = Date.now();
  beforeEach(() => {
    // A second after the rings of the test before.
    now += 10_000;
    setClock(now);
    rings.length = 0;
    receiver.begin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    await listen([]);
    await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
  });
  /** Delivers a message to the consumer of a queue. */
  const deliver = async (queue: string, body: unknown, more: object = {}) =>
    (await new HeldVisits().deliver([body], { ...bindings, ...more }, queue))[0];
  return { receiver, rings, bindings, deliver };
}
