import type { Bindings } from '../bindings.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { Meter } from '../db/meter.ts';
import { databaseOf } from '../workspaces.ts';

/** The database of a workspace. Throws when this deployment has no such workspace. */
export function openWorkspace(env: Bindings, workspace: string): Database {
  const binding = databaseOf(env, workspace);
  if (!binding) throw new Error(`The workspace ${workspace} has no database in this deployment.`);
  return openDatabase(binding, 'first-primary', new Meter());
}

/** Makes the queue deliver a message again, after 1, 2, 4 … seconds and at most `most`. */
export function retryLater(message: Message<unknown>, most = 60): void {
  message.retry({ delaySeconds: Math.min(2 ** (message.attempts - 1), most) });
}
