import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiKeyCreated } from '../src/api-keys/schemas.ts';
import { insertKey, newKeyRow } from '../src/api-keys/store.ts';
import { createApiKey } from '../src/lib/api-key.ts';
import { commandsOn, migrateFolder } from './lib/databases.ts';
import { loadDemo } from './lib/demo.ts';
import { whenAbandoned } from './lib/processes.ts';
import { type LocalServer, serve } from './lib/server.ts';
import { assertPortFree, main, port, sitePort, stateDir, UserError } from './lib/settings.ts';
import { type Site, serveSite } from './lib/site.ts';
import { builder, type Databases } from './lib/sql.ts';
import { lock } from './lib/state-lock.ts';
import { build } from './lib/wrangler.ts';

await main(async () => {
  const address = `http://127.0.0.1:${port()}`;
  const folder = stateDir();
  let server: LocalServer | undefined;
  let site: Site | undefined;
  const stop = () => {
    site?.stop();
    return Promise.resolve(server?.stop()).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  whenAbandoned(stop);

  await assertPortFree(port());
  const portOfSite = await sitePort();
  await lock(folder, 'npm start');
  console.log('Footfall: building the worker, migrating the local databases …');
  const worker = path.join(folder, 'worker');
  await Promise.all([build(worker), migrateFolder(folder)]);
  const origins = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${portOfSite}`);
  server = await serve(worker, folder, port(), { VISIT_ORIGINS: origins.join(' ') });
  runCronEveryMinute(server);
  const key = await demoKey(folder, address, commandsOn(server.d1));
  await seedOnce(folder, address, key);
  const visitKey = await collectKey(folder, address, key);
  site = await serveSite(portOfSite, { address, key, collectKey: visitKey });
  console.log(`
Footfall listens on ${address}
KEY=${key}
API document        ${address}/openapi.json
Demo website        ${site.address}

Try it:
  curl -s '${address}/v0/persons/search?query=zoe' -H 'x-api-key: ${key}'

Ctrl-C stops it; the data stays in ${path.relative(process.cwd(), folder) || '.'}`);
});

/** What production's cron does: now, for what the last run left behind, and every minute. */
function runCronEveryMinute(server: LocalServer): void {
  const run = () =>
    server.runCron().catch((error: Error) => console.error(`footfall: the cron failed: ${error.message}`));
  run();
  setInterval(run, 60_000).unref();
}

/** The key kept in a file, if a read with it is answered so. */
async function keptKey(file: string, address: string, expected: number): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  const { status } = await fetch(`${address}/v0/accounts?limit=1`, { headers: { 'x-api-key': key } });
  return status === expected ? key : undefined;
}

function keep(file: string, key: string): void {
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
}

/** The key kept in the state folder, if the server takes it; else a new one. Local and for trying only. */
async function demoKey(folder: string, address: string, { run }: Databases): Promise<string> {
  const file = path.join(folder, 'demo-key');
  const kept = await keptKey(file, address, 200);
  if (kept) return kept;
  const key = createApiKey('main');
  const row = newKeyRow(key, { name: 'demo', scopes: ['read', 'write', 'admin'] }, Date.now());
  await run('DB', [insertKey(builder, row)]);
  keep(file, key);
  return key;
}

/** The key in the demo website's script tags, kept beside the other: anyone may see it, and it only sends visits. */
async function collectKey(folder: string, address: string, key: string): Promise<string> {
  const file = path.join(folder, 'demo-collect-key');
  // A key that is known and may not read.
  const kept = await keptKey(file, address, 403);
  if (kept) return kept;
  const response = await fetch(`${address}/v0/api_keys`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'demo website', scopes: ['collect'] }),
  });
  if (response.status !== 201)
    throw new UserError(`no key for the demo website: ${response.status} ${await response.text()}`);
  const created = (await response.json()) as ApiKeyCreated;
  keep(file, created.key);
  return created.key;
}

/** Loads the demo data into a state folder that has never had it. */
async function seedOnce(folder: string, address: string, key: string): Promise<void> {
  const file = path.join(folder, 'demo-loaded');
  if (existsSync(file)) return;
  await loadDemo(address, key);
  writeFileSync(file, `${new Date().toISOString()}\n`);
}
