import type { Bindings } from '../../bindings.ts';
import { openWorkspace } from '../../db/workspace.ts';
import { report } from '../../lib/report.ts';
import { retryLater } from '../../lib/retry-later.ts';
import { PublishError, PublishRequested } from '../messages.ts';
import { giveUp, recordFailure } from './give-up.ts';
import { publish } from './publish.ts';

/** Publishes the version of a message. On failure the queue delivers the message again. */
export async function publishOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const { attempts, id } = message;
  try {
    const request = PublishRequested.parse(message.body);
    const db = openWorkspace(env, request.workspace);
    try {
      await publish(db, request);
    } catch (error) {
      const why = error instanceof PublishError ? error.message : 'The service had an error of its own.';
      await recordFailure(db, request, why);
      throw error;
    }
    message.ack();
  } catch (error) {
    report('publish', error, { messageId: id, attempts });
    retryLater(message);
  }
}

/** Cancels the version of a message in the dead-letter queue. */
export async function giveUpOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const { success, data: request } = PublishRequested.safeParse(message.body);
  try {
    if (success) await giveUp(openWorkspace(env, request.workspace), request);
    else report('give up', new Error('The message is not a publish request.'), { messageId: message.id });
    message.ack();
  } catch (error) {
    report('give up', error, { messageId: message.id });
    retryLater(message);
  }
}
