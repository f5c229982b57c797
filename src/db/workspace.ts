import type { Bindings } from '../config/bindings.ts';
import { databaseOf } from '../config/workspaces.ts';
import type { Actor } from './actor.ts';
import { type Database, deadlines, openDatabase } from './client.ts';
import { Meter } from './meter.ts';
import { wakerOf } from './wake.ts';

/** The database of a workspace, for a task that no request waits for. Throws when there is no such workspace. */
export function openWorkspace(
  env: Bindings,
  workspace: string,
  type: Actor['type'] = 'service',
  deadline = deadlines.task,
): Database {
  const binding = databaseOf(env, workspace);
  if (!binding) throw new Error(`The workspace ${workspace} has no database in this deployment.`);
  const db = openDatabase(binding, 'first-primary', new Meter(), deadline);
  db.actor = { type };
  db.wake = wakerOf(env, workspace);
  return db;
}
