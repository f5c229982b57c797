import type { Bindings } from '../bindings.ts';
import { giveUpOrRetry, publishOrRetry } from '../versions/worker/consume.ts';
import { consumeVisits } from '../visits/worker/consume.ts';

/** Takes a batch of messages, and acknowledges each or has it delivered again. */
type Consumer = (messages: readonly Message<unknown>[], env: Bindings) => Promise<void>;

/** A consumer that takes one message after the other. */
const oneByOne =
  (consume: (message: Message<unknown>, env: Bindings) => Promise<void>): Consumer =>
  async (messages, env) => {
    for (const message of messages) await consume(message, env);
  };

/** What consumes each queue. A queue carries one kind of message, which its slice describes and checks. */
const consumers = {
  jobs: oneByOne(publishOrRetry),
  'jobs-dead': oneByOne(giveUpOrRetry),
  visits: consumeVisits,
  // No one sends a visit again: it is tried for as long as a queue keeps it.
  'visits-dead': consumeVisits,
} satisfies Record<string, Consumer>;

type QueueKey = keyof typeof consumers;
const keys = Object.keys(consumers) as QueueKey[];

/**
 * The key of a queue in the table, which is the end of its name: `jobs` for `footfall-jobs` and for
 * `footfall-staging-jobs`. undefined for a queue that is not ours.
 */
export const keyOf = (name: string): QueueKey | undefined => keys.find((key) => name.endsWith(`-${key}`));

/** Consumes a batch of a queue of wrangler.toml. Throws for another queue, whose messages stay in it. */
export async function queue({ queue: name, messages }: MessageBatch<unknown>, env: Bindings): Promise<void> {
  const key = keyOf(name);
  if (!key)
    throw new Error(`The queue ${name} has no consumer: its name must end with -${keys.join(', -')}.`);
  await consumers[key](messages, env);
}
