import type { Context } from 'hono';
import type { Bindings } from '../../config/bindings.ts';
import { openWorkspace } from '../../db/client.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { FootfallError } from '../../lib/errors.ts';
import { report } from '../../lib/report.ts';
import type { QueueMessage, VerifiedMessage } from './schemas.ts';

async function enqueue(queue: Queue<QueueMessage>, message: QueueMessage): Promise<void> {
  try {
    await queue.send(message);
  } catch (cause) {
    throw Object.assign(new FootfallError('queue_unavailable', 'The visit was not taken; send it again.'), {
      cause,
    });
  }
}

/** Merges a message as the consumer of the queue does. Nothing tries it again: a failure is reported, and it is lost. */
async function mergeNow(env: Bindings, message: VerifiedMessage): Promise<void> {
  const { workspace } = message;
  try {
    const { mergeOptions, mergeVisits } = await import('./store/merge.ts');
    await mergeVisits(openWorkspace(env, workspace, 'tracker'), [message], mergeOptions(env));
  } catch (error) {
    report('merge a visit without a queue', error, { workspace });
  }
}

/** Puts a visit on the queue; without one, merges it after the answer. Throws `queue_unavailable`. */
export async function deliverVisit(c: Context<AppEnv>, message: VerifiedMessage): Promise<void> {
  const [unverified, workspace] = [c.get('unverified'), c.get('workspace')];
  if (c.env.VISITS)
    await enqueue(
      c.env.VISITS,
      unverified ? { kind: 'unverified', workspace, ...unverified, message } : message,
    );
  else c.executionCtx.waitUntil(mergeNow(c.env, message));
}
