import type { Bindings } from '../env.ts';
import { report } from '../lib/report.ts';
import { openWorkspace, retryLater } from './delivery.ts';
import { giveUp, recordFailure } from './give-up.ts';
import { Job, JobError } from './jobs.ts';
import { publish } from './publish.ts';

/** Publishes what a message asks for, or has it delivered again. */
export async function publishOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const { attempts, id } = message;
  try {
    const job = Job.parse(message.body);
    const db = openWorkspace(env, job.workspace);
    try {
      await publish(db, job);
    } catch (error) {
      const why = error instanceof JobError ? error.message : 'The service had an error of its own.';
      await recordFailure(db, job, why);
      throw error;
    }
    message.ack();
  } catch (error) {
    report('publish', error, { messageId: id, attempts });
    retryLater(message);
  }
}

/** Cancels what a message of the dead-letter queue asked for. */
export async function giveUpOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const job = Job.safeParse(message.body);
  try {
    if (job.success) await giveUp(openWorkspace(env, job.data.workspace), job.data);
    else report('give up', new Error('The message is no job.'), { messageId: message.id });
    message.ack();
  } catch (error) {
    report('give up', error, { messageId: message.id });
    retryLater(message);
  }
}
