import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { familyOf, leftovers, type Server } from '../processes.ts';

/** The database of the workspace, of a server that does not run. */
export function databaseIn(stateDir: string): DatabaseSync {
  const folder = path.join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const files = readdirSync(folder).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file));
  for (const file of files) {
    const database = new DatabaseSync(path.join(folder, file));
    if (database.prepare('SELECT 1 FROM events').get()) return database;
    database.close();
  }
  throw new Error('no database has events');
}

/** Kills all processes, or only the launcher: the process of the database must then end with it. */
export async function kill(server: Server, whom: 'group' | 'launcher'): Promise<void> {
  const { group, port } = server;
  const family = familyOf(server);
  process.kill(whom === 'group' ? -group : server.launcher, 'SIGKILL');
  expect(await leftovers({ group, family, port })).toEqual([]);
}
