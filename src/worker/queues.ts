import type { Bindings } from '../config/bindings.ts';
import { databaseOf } from '../config/workspaces.ts';
import { deadlines, noteError, openWorkspace, writeNotes } from '../db/client.ts';
import { isOutage, Outages } from '../db/outage.ts';
import { minuteMs } from '../lib/durations.ts';
import { report } from '../lib/report.ts';
import { retryLater } from '../lib/retry-later.ts';

/** What goes on after messages are acknowledged. Without one, the consumer waits for it. */
type Context = Pick<ExecutionContext, 'waitUntil'> | undefined;

/** Handles a batch of messages. It acknowledges each, or makes the queue deliver it again. */
type Consumer = (messages: readonly Message<unknown>[], env: Bindings, context: Context) => Promise<void>;

const workspaceOf = (body: unknown) => (body as { workspace?: unknown } | null)?.workspace;

/** Whether a message of the queue of jobs is of a campaign. All others are of versions. */
const isOfCampaign = ({ body }: Message<unknown>) => (body as { kind?: unknown } | null)?.kind === 'campaign';

/** Whether a message of the queue of visits is a delivery of a source. All others are visits. */
const isDelivery = ({ body }: Message<unknown>) => (body as { kind?: unknown } | null)?.kind === 'delivery';

/** The longest pause before a delivery is tried again, in seconds: as of visits, so that it survives most of a day. */
const longestPause = 900;

/**
 * A consumer that handles one message after the other. `what` says what for in the log. One that fails is delivered
 * again later, and so are the others of a database that does not answer.
 */
const oneByOne =
  (
    what: string,
    consume: (message: Message<unknown>, env: Bindings, context: Context) => Promise<void>,
    most?: number,
  ): Consumer =>
  async (messages, env, context) => {
    const outages = new Outages();
    for (const message of messages) {
      const { body, id, attempts } = message;
      const workspace = workspaceOf(body);
      if (outages.areOf(workspace)) {
        retryLater(message, most);
        continue;
      }
      try {
        await consume(message, env, context);
        outages.note(workspace);
        message.ack();
      } catch (error) {
        outages.note(workspace, error);
        report(what, error, { messageId: id, attempts });
        noteError(env, workspace, what, error);
        retryLater(message, most);
      }
    }
  };

// Each is evaluated with its first batch: see docs/decisions/0019-routes-on-call.md.
const ofCampaigns = () => import('../visits/campaigns/worker/advance.ts');
const ofVersions = () => import('../content/versions/worker/consume.ts');
const consumeDeliveries = oneByOne(
  'write a delivery',
  async (message, env) => (await import('../visits/intake/worker/consume.ts')).deliveryWaiting(message, env),
  longestPause,
);
const consumeVisits =
  (isDead: boolean): Consumer =>
  async (messages, env, context) => {
    const [deliveries, visits] = [messages.filter(isDelivery), messages.filter((one) => !isDelivery(one))];
    if (visits.length > 0)
      await (await import('../visits/beacons/worker/consume.ts')).consumeVisits(visits, env, { isDead });
    if (deliveries.length > 0) await consumeDeliveries(deliveries, env, context);
  };

/** The consumer of each queue. A queue has one kind of message, which its slice defines and checks. */
const consumers = {
  jobs: oneByOne('publish', async (message, env) =>
    isOfCampaign(message)
      ? (await ofCampaigns()).jobRequested(message, env)
      : (await ofVersions()).publishRequested(message, env),
  ),
  // A job of a campaign is never given up: the cron sends its message again.
  'jobs-dead': oneByOne('give up', async (message, env) =>
    isOfCampaign(message) ? undefined : (await ofVersions()).publishOrGiveUp(message, env),
  ),
  visits: consumeVisits(false),
  // The website does not send a visit again after it was accepted, so it is tried for as long as a queue keeps it, and
  // kept when its attempts are used up.
  'visits-dead': consumeVisits(true),
  webhooks: oneByOne('deliver to a webhook', async (message, env, context) => {
    const [{ fireBefore }, { deliverRequested }] = await Promise.all([
      import('../outbound/alerts/worker/fire.ts'),
      import('../outbound/webhooks/worker/consume.ts'),
    ]);
    await fireBefore(message, env);
    await deliverRequested(message, env, context);
  }),
} satisfies Record<string, Consumer>;

type QueueKey = keyof typeof consumers;
const keys = Object.keys(consumers) as QueueKey[];

/** The key of a queue, which ends its name: `jobs` for `footfall-staging-jobs`. Undefined if it is not in the table. */
export const keyOf = (name: string): QueueKey | undefined => keys.find((key) => name.endsWith(`-${key}`));

/**
 * From when on an isolate looks whether the cron runs, and how often, in milliseconds: after its first batch, and then every
 * ten minutes. Tests of other things look never.
 */
export const looks = { from: 0, every: 10 * minuteMs };

/** When this isolate looks again, by database. */
const looksAt = new WeakMap<D1Database, number>();

/**
 * Notifies of a cron that does not run, which cannot do so itself. It costs a round trip, which reads nothing without an
 * alert for it. If D1 does not answer, the next batch looks again.
 */
async function lookWithoutCron(env: Bindings, workspace: unknown): Promise<void> {
  const binding = typeof workspace === 'string' ? databaseOf(env, workspace) : undefined;
  const now = Date.now();
  if (!binding || now < (looksAt.get(binding) ?? looks.from)) return;
  looksAt.set(binding, now + looks.every);
  try {
    const { fireWithoutCron } = await import('../outbound/alerts/worker/fire.ts');
    await fireWithoutCron(openWorkspace(env, workspace as string, 'service', deadlines.read), env.VISITS);
  } catch (error) {
    if (isOutage(error)) looksAt.delete(binding);
    else report('look for stalled jobs', error, { workspace });
  }
}

/** Handles a batch of a queue of wrangler.toml. Throws for any other queue, whose messages then stay in it. */
export async function queue(
  { queue: name, messages }: MessageBatch<unknown>,
  env: Bindings,
  context?: Context,
): Promise<void> {
  const key = keyOf(name);
  if (!key)
    throw new Error(`The queue ${name} has no consumer: its name must end with -${keys.join(', -')}.`);
  await consumers[key](messages, env, context);
  for (const workspace of new Set(messages.map(({ body }) => workspaceOf(body)))) {
    await writeNotes(env, workspace);
    const looked = lookWithoutCron(env, workspace);
    if (context) context.waitUntil(looked);
    else await looked;
  }
}
