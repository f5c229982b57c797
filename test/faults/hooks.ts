import { env } from 'cloudflare:workers';
import type { DeliveryRequested } from '../../src/db/wake-message.ts';
import { isForPrograms } from '../../src/outbound/webhooks/format/formats.ts';
import type { WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import { type EventType, eventTypes } from '../../src/vocabulary/events.ts';
import { agree } from './operation.ts';
import type { Scheduler, Task } from './scheduler.ts';
import { Violation } from './scheduler.ts';

/** A webhook, and what its receiver has accepted, in order. */
interface Hook {
  webhookId: string;
  url: string;
  types: readonly EventType[];
  isOrdered: boolean;
  /** Whether a message may tell several events. Its id is that of the first. */
  isChannel: boolean;
  accepted: string[];
  /** How many events the accepted messages have told. */
  told: number;
}

/** How many events a message for a channel tells: one in each text, but for the last that says how many follow. */
function eventsIn(message: string): number {
  const { blocks } = JSON.parse(message) as { blocks: [{ elements: [{ elements: Element[] }] }] };
  const texts = blocks[0].elements[0].elements.filter(({ type }) => type === 'text');
  return texts.length - (texts.at(-1)?.text.endsWith(' follow.') ? 1 : 0);
}
interface Element {
  type: string;
  text: string;
}

/** What becomes of a delivery, and whether the receiver has accepted it then. */
const fates = {
  'accepts it': { isAccepted: true, status: 204 },
  'answers 500': { isAccepted: false, status: 500 },
  /** The webhook rests. */
  'is busy': { isAccepted: false, status: 429 },
  redirects: { isAccepted: false, status: 302 },
  'is not reached': { isAccepted: false, status: undefined },
  /** Its answer is lost. */
  'accepts it unheard': { isAccepted: true, status: undefined },
  /** The Worker stops. */
  'is not asked': { isAccepted: false, status: 'dies' },
  'accepts it too late': { isAccepted: true, status: 'dies' },
} as const;
type Fate = keyof typeof fates;
const faults = (Object.keys(fates) as Fate[]).filter((fate) => fate !== 'accepts it');

const kinds = [
  { format: 'json', isOrdered: false },
  { format: 'json', isOrdered: true },
  { format: 'slack', isOrdered: false },
] as const;

/** What alerts look at: each has a webhook of its own. */
const conditions = [{ type: 'link_opened' }, { type: 'accounts_visited', visits: 1, days: 1 }] as const;

/** Webhooks whose receivers answer as the seed says: every event comes at least once, under its own id. */
export class Hooks {
  /** The chance that a receiver, or the way to it, is not well. */
  chance = 0.3;
  readonly #scheduler: Scheduler;
  readonly #hooks: Hook[] = [];
  readonly #types: EventType[][];
  #rings: DeliveryRequested[] = [];
  #first = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    this.#types = kinds.map(({ format }) =>
      eventTypes.filter((type) => scheduler.happens(0.5) && !(format === 'slack' && isForPrograms(type))),
    );
  }

  /** The types that are written because a webhook listens. */
  get types(): EventType[] {
    return [...this.#types.flat(), 'alert.fired'];
  }

  /** Makes the webhooks, and the alerts of the first of them. `post` sends a request that must succeed. */
  async begin(post: (path: string, body: object) => Promise<WebhookCreated>): Promise<void> {
    for (const [index, kind] of kinds.entries()) {
      const url = `https://hooks-${index}.example/`;
      const types = this.#types[index] ?? [];
      const { webhookId } = await post('/v0/webhooks', { url, types, ...kind });
      const isChannel = kind.format !== 'json';
      this.#hooks.push({
        webhookId,
        url,
        types,
        isOrdered: kind.isOrdered,
        isChannel,
        accepted: [],
        told: 0,
      });
    }
    for (const [index, condition] of conditions.entries())
      await post('/v0/alerts', { name: 'Faults', webhookId: this.#hooks[index]?.webhookId, condition });
    const newest = 'SELECT max(sequence) AS n FROM events';
    this.#first = (await env.DB.prepare(newest).first<number>('n')) ?? 0;
  }

  /** The queue of rings: it loses some and doubles others. A task does not wait for it. */
  queue(chance: () => number): Pick<Queue<DeliveryRequested>, 'send'> {
    const { happens, pick } = this.#scheduler;
    return {
      send: async (ring) => {
        const times = happens(chance()) ? pick([0, 2, -1]) : 1;
        if (times === -1) throw new Error('The queue does not answer.');
        for (let time = 0; time < (times ?? 0); time++) this.#rings.push({ ...ring });
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
      },
    };
  }

  /** One of the rings that wait. It stays on the queue until it is acknowledged. */
  nextRing = (): DeliveryRequested | undefined => this.#scheduler.pick(this.#rings);

  /** Takes a ring from the queue, which was acknowledged. */
  acknowledge(ring: DeliveryRequested): void {
    this.#rings = this.#rings.filter((other) => other !== ring);
  }

  /** Stands in for the network: a delivery waits for its turn, and meets its fate. */
  fetch(request: Request, trace: (line: string) => void): Promise<Response> {
    const { call, happens, pick } = this.#scheduler;
    return call.call(
      this.#scheduler,
      async (task: Task) => {
        const hook = this.#hooks.find(({ url }) => url === request.url);
        if (!hook) throw new Violation(`${task.name} asks for ${request.url}`);
        const id = request.headers.get('webhook-id') ?? '';
        const fate: Fate = (happens(this.chance) && pick(faults)) || 'accepts it';
        const { isAccepted, status } = fates[fate];
        trace(`${task.number}: ${new URL(hook.url).host} ${fate} ${id}`);
        const message = await request.text();
        if (isAccepted) {
          hook.accepted.push(id);
          if (hook.isChannel) hook.told += eventsIn(message);
        }
        if (status === 'dies') task.isDead = true;
        if (typeof status !== 'number') throw new TypeError('Network connection lost.');
        const headers: HeadersInit = status === 429 ? { 'retry-after': '90' } : {};
        return new Response(status === 204 ? null : message, { status, headers });
      },
      true,
    ) as Promise<Response>;
  }

  /** Whether all is delivered: nothing rings, nothing waits, and every cursor is at the newest event. */
  async isDone(): Promise<boolean> {
    const waiting = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL)
         + (SELECT count(*) FROM webhooks WHERE cursor < (SELECT max(sequence) FROM events)) AS n`,
    ).first<number>('n');
    return waiting === 0 && this.#rings.length === 0;
  }

  /** Compares what receivers have accepted with the events. */
  async compare(): Promise<void> {
    for (const { webhookId, types, isOrdered, isChannel, accepted, told, url } of this.#hooks) {
      const { results } = await env.DB.prepare(
        `SELECT 'evt_main_' || events.sequence AS id, coalesce(d.status, 'none') AS status FROM events
           LEFT JOIN webhook_deliveries AS d ON d.sequence = events.sequence AND d.webhook_id = ?3
         WHERE events.sequence > ?1
           AND iif(type = 'alert.fired', related ->> 'webhookId' = ?3, type IN (SELECT value FROM json_each(?2)))
         ORDER BY events.sequence`,
      )
        .bind(this.#first, JSON.stringify(types), webhookId)
        .all<{ id: string; status: string }>();
      const expected = results.map(({ id }) => id);
      const first = [...new Set(accepted)];
      const numberOf = (id: string) => Number(id.split('_').at(-1));
      const found = isOrdered ? first : first.toSorted((a, b) => numberOf(a) - numberOf(b));
      if (isChannel) {
        // Sentences have no ids: the first of each message must be one, and there must be as many as events.
        const unknown = found.filter((id) => !expected.includes(id));
        agree(`The events that ${url} has accepted and nobody has told`, unknown, []);
        agree(`${url} has been told as many as there are`, told >= expected.length, true);
      } else agree(`The events that ${url} has accepted`, found, expected);
      const others = results.filter(({ status }) => status !== 'succeeded');
      agree(`The deliveries to ${url} that have not succeeded`, others, []);
    }
  }
}
