import { FootfallError } from '../lib/errors.ts';
import type { QueueMessage } from './schemas.ts';

/**
 * Puts a visit on the queue. Throws `queue_unavailable`; the next visit of the session then reports the same totals
 * again.
 */
export async function enqueueVisit(queue: Queue<QueueMessage>, message: QueueMessage): Promise<void> {
  try {
    await queue.send(message);
  } catch (cause) {
    throw Object.assign(new FootfallError('queue_unavailable', 'The visit was not taken; send it again.'), {
      cause,
    });
  }
}
