import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { builtWorker } from '../../scripts/build/worker.ts';
import { withDatabases } from '../../scripts/d1/databases.ts';
import { UserError } from '../../scripts/lib/settings.ts';
import { type LocalServer, serve } from '../../scripts/server/serve.ts';
import { stateDir } from '../../scripts/state/dir.ts';
import { lock } from '../../scripts/state/lock.ts';
import { insertKey } from '../../src/access/api-keys/store/create.ts';
import { newKeyRow } from '../../src/access/api-keys/store/internal.ts';
import { createApiKey, type Scope } from '../../src/lib/api-key.ts';
import type { Scale } from './visits.ts';

/** The state folder of the bench: `STATE_DIR`, or `.wrangler/bench`. */
export function benchFolder(): string {
  process.env.STATE_DIR ||= '.wrangler/bench';
  return stateDir();
}

/** A page with sessions. */
export interface LoadedPage {
  pageId: string;
  /** Ordered by the number of sessions, the largest first. */
  audienceIds: string[];
}

/** The data that was loaded into a state folder. */
export interface Loaded extends Scale, LoadedPage {
  /** A page with a tenth of the sessions and 50 times the audiences. */
  second: LoadedPage;
  key: string;
  /** Sessions that the cron sealed, and how many in a second. */
  sealed: { sessions: number; perSecond: number };
}

const noteOf = (folder: string) => path.join(folder, 'bench.json');

/** The note that the loader writes into a state folder after loading. */
export function readLoaded(folder: string): Loaded | undefined {
  if (!existsSync(noteOf(folder))) return undefined;
  return JSON.parse(readFileSync(noteOf(folder), 'utf8')) as Loaded;
}

export function writeLoaded(folder: string, loaded: Loaded): void {
  writeFileSync(noteOf(folder), `${JSON.stringify(loaded, null, 2)}\n`, { mode: 0o600 });
}

/** Opens the local D1 of a state folder whose server does not run. */
export function openLocalD1(folder: string, options: { readOnly: boolean }): DatabaseSync {
  const inner = path.join(folder, 'v3/d1/miniflare-D1DatabaseObject');
  const files = existsSync(inner)
    ? readdirSync(inner).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
    : [];
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new UserError(`${inner} holds ${files.length} databases; one is expected.`);
  return new DatabaseSync(path.join(inner, file), options);
}

/** Changes the file of a local D1 whose server does not run. */
export async function changeLocalD1(
  folder: string,
  change: (database: DatabaseSync) => void | Promise<void>,
): Promise<void> {
  const database = openLocalD1(folder, { readOnly: false });
  try {
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
    await change(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** Makes a key in a database of the state folder, which is migrated if it is new. */
export async function createKey(scopes: Scope[]): Promise<string> {
  const key = createApiKey('main');
  const row = newKeyRow(key, { name: 'bench', scopes }, Date.now());
  await withDatabases({}, async ({ migrate, run }) => {
    await migrate('DB');
    await run('DB', [insertKey(row)]);
  });
  return key;
}

export interface Api {
  /** Where the service answers. */
  origin: string;
  /** Sends a request. Rejects unless the status is 2xx. */
  send: (method: 'GET' | 'POST', route: string, body?: object) => Promise<Response>;
  server: LocalServer;
}

/** What a server has besides a folder: variables in place of those of wrangler.toml, and a port for debuggers. */
export interface ServerOptions {
  vars?: Record<string, string>;
  inspectorPort?: number;
}

/** Builds the worker, and serves a state folder on a free port while `use` runs. */
export async function withServer<T>(
  folder: string,
  key: string,
  use: (api: Api) => Promise<T>,
  { vars, inspectorPort }: ServerOptions = {},
): Promise<T> {
  const release = await lock(folder, 'npm start');
  const worker = await builtWorker();
  const port = await getPort({ host: '127.0.0.1' });
  const server = await serve(worker, folder, port, vars, inspectorPort);
  const origin = `http://127.0.0.1:${port}`;
  const send: Api['send'] = async (method, route, body) => {
    const response = await fetch(`${origin}${route}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    // A fast machine reaches the limit of requests.
    if (response.status === 429) {
      await sleep(1000 * Number(response.headers.get('retry-after')));
      return send(method, route, body);
    }
    throw new Error(`${method} ${route} answered ${response.status}: ${await response.text()}`);
  };
  try {
    return await use({ origin, send, server });
  } finally {
    await server.stop();
    release();
  }
}
