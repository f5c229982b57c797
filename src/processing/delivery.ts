import { type Database, databaseOf, openDatabase } from '../db/client.ts';
import { Meter } from '../db/meter.ts';
import type { Bindings } from '../env.ts';
import { JobError } from './jobs.ts';

/** The database of a workspace. Throws `JobError` when this deployment has none. */
export function openWorkspace(env: Bindings, workspace: string): Database {
  const binding = databaseOf(env, workspace);
  if (!binding) throw new JobError(`The workspace ${workspace} has no database in this deployment.`);
  return openDatabase(binding, 'first-primary', new Meter()).db;
}

/** Has a message delivered again: after 1, 2, 4 … seconds, `most` of them at most. */
export function retryLater(message: Message<unknown>, most = 60): void {
  message.retry({ delaySeconds: Math.min(2 ** (message.attempts - 1), most) });
}
