import { type Database, databaseOf, openDatabase, workspacesOf } from '../db/client.ts';
import { Meter } from '../db/meter.ts';
import type { Bindings } from '../env.ts';
import { giveUp, recordFailure } from './give-up.ts';
import { Job, JobError } from './jobs.ts';
import { publish } from './publish.ts';
import { report } from './report.ts';
import { sweep } from './sweep.ts';

/** A retry waits 1, 2, 4 … seconds, a minute at most. */
const backoff = (attempts: number) => Math.min(2 ** (attempts - 1), 60);

function open(env: Bindings, workspace: string): Database {
  const binding = databaseOf(env, workspace);
  if (!binding) throw new JobError(`The workspace ${workspace} has no database in this deployment.`);
  return openDatabase(binding, 'first-primary', new Meter()).db;
}

async function publishOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const { attempts, id } = message;
  try {
    const job = Job.parse(message.body);
    const db = open(env, job.workspace);
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
    message.retry({ delaySeconds: backoff(attempts) });
  }
}

async function giveUpOrRetry(message: Message<unknown>, env: Bindings): Promise<void> {
  const job = Job.safeParse(message.body);
  try {
    if (job.success) await giveUp(open(env, job.data.workspace), job.data);
    else report('give up', new Error('The message is no job.'), { messageId: message.id });
    message.ack();
  } catch (error) {
    report('give up', error, { messageId: message.id });
    message.retry({ delaySeconds: backoff(message.attempts) });
  }
}

/** Consumes the queue of jobs and its dead-letter queue, whose name ends in `-dead`. */
export async function queue(batch: MessageBatch<unknown>, env: Bindings): Promise<void> {
  const task = batch.queue.endsWith('-dead') ? giveUpOrRetry : publishOrRetry;
  for (const message of batch.messages) await task(message, env);
}

/** Every minute: sweeps each workspace; the failure of one leaves the others as they are. */
export async function scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
  for (const workspace of workspacesOf(env)) {
    try {
      await sweep(open(env, workspace), workspace, env.JOBS);
    } catch (error) {
      report('sweep', error, { workspace });
    }
  }
}
