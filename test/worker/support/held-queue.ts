import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { PublishRequested } from '../../../src/content/versions/messages.ts';
import worker from '../../../src/index.ts';
import type {
  LeftOutMessage,
  QueueMessage,
  UnverifiedMessage,
  VisitMessage,
} from '../../../src/visits/beacons/schemas.ts';

let serial = 0;

let held = 0;
/** The number of messages that requests have sent to held queues so far. */
export const heldMessages = () => held;

/** Bindings that replace the real ones. */
type Replaced = Partial<
  Pick<
    typeof env,
    | 'DB'
    | 'FORM_RATE_LIMIT_POLICY'
    | 'JOBS'
    | 'LOG_RETENTION_DAYS'
    | 'RECIPIENTS'
    | 'RECIPIENT_RETENTION_DAYS'
    | 'SESSION_RETENTION_DAYS'
    | 'WEBHOOKS'
  >
>;

/**
 * A queue that the test controls: it decides which messages arrive, when and how often. D1 and the consumer are the
 * real ones. The real queue runs in test/node/publish.test.ts.
 */
export class HeldQueue {
  readonly sent: PublishRequested[] = [];

  /** Bindings for `send` in client.ts. */
  bindings(database: D1Database = env.DB) {
    const queue = {
      send: async (job: PublishRequested) => {
        held += 1;
        this.sent.push(job);
      },
      sendBatch: async (messages: Iterable<{ body: PublishRequested }>) => {
        for (const { body } of messages) await queue.send(body);
      },
    };
    return { DB: database, JOBS: queue as unknown as Queue<PublishRequested> };
  }

  /**
   * Delivers a message to its consumer, or to that of the dead-letter queue. Returns whether the consumer asks for a
   * retry.
   */
  async deliver(
    body: unknown,
    { dead = false, database = env.DB, attempts = 1, bindings = {} as Replaced } = {},
  ): Promise<'ack' | 'retry'> {
    const name = dead ? 'footfall-jobs-dead' : 'footfall-jobs';
    const message = { id: `m${++serial}`, timestamp: new Date(), attempts, body };
    const batch = createMessageBatch(name, [message]);
    const context = createExecutionContext();
    await worker.queue(batch, { ...env, ...this.bindings(database), ...bindings });
    const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
    if (explicitAcks.length + retryMessages.length !== 1) throw new Error('neither acked nor retried');
    return explicitAcks.length === 1 ? 'ack' : 'retry';
  }

  /** Has the version of a message fail on its own account until it is given up. */
  async fail(job: PublishRequested | undefined): Promise<void> {
    const spoil = `update audience_versions set frozen = '{' where transition_id = ? and frozen is not null`;
    await env.DB.prepare(spoil).bind(job?.transitionId).run();
    await this.deliver(job);
    await this.deliver(job, { dead: true });
  }

  /** Runs the cron now. */
  cron(bindings: Replaced = {}): Promise<void> {
    return worker.scheduled(createScheduledController(), { ...env, ...this.bindings(), ...bindings });
  }

  /** Moves the time past the point after which the cron resends messages, and runs the cron. */
  async sweep(): Promise<void> {
    await env.DB.prepare('update audience_versions set sweep_at = 1 where sweep_at is not null').run();
    await this.cron();
  }
}

/** A queue of visits that the test controls. It delivers in batches, as the real one does. */
export class HeldVisits {
  readonly sent: VisitMessage[] = [];
  /** The visits that the collector has left out. */
  readonly leftOut: LeftOutMessage[] = [];

  /** The visits that nobody could verify. */
  readonly unverified: UnverifiedMessage[] = [];

  /** Bindings for `send` in client.ts. */
  bindings() {
    const send = async (message: QueueMessage) => {
      held += 1;
      if ('keyHash' in message) this.unverified.push(message);
      else if ('visit' in message) this.sent.push(message);
      else this.leftOut.push(message);
    };
    return { VISITS: { send } as unknown as Queue<QueueMessage> };
  }

  /** Delivers a batch to the consumer. Returns for each message whether the consumer asks for a retry. */
  async deliver(
    bodies: unknown[],
    bindings: Replaced = {},
    queue = 'footfall-visits',
    attempts = 1,
  ): Promise<('ack' | 'retry')[]> {
    const messages = bodies.map((body) => ({
      id: `v${++serial}`,
      timestamp: new Date(),
      attempts,
      body,
    }));
    const batch = createMessageBatch(queue, messages);
    const context = createExecutionContext();
    await worker.queue(batch, { ...env, ...bindings });
    const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
    if (explicitAcks.length + retryMessages.length !== messages.length)
      throw new Error('neither acked nor retried');
    return messages.map(({ id }) => (explicitAcks.includes(id) ? 'ack' : 'retry'));
  }

  /** Runs the cron now. */
  cron(bindings: Replaced = {}): Promise<void> {
    return worker.scheduled(createScheduledController(), { ...env, ...bindings });
  }
}
