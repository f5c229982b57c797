import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { insertKey, newKeyRow } from '../src/api-keys/store.ts';
import { createApiKey } from '../src/lib/api-key.ts';
import { loadDemo } from './lib/demo.ts';
import { assertAlone, whenAbandoned } from './lib/processes.ts';
import { type LocalServer, serve } from './lib/server.ts';
import { assertPortFree, main, port, stateDir } from './lib/settings.ts';
import { builder, execute } from './lib/sql.ts';
import { build, migrate, whereD1 } from './lib/wrangler.ts';

await main(async () => {
  const address = `http://127.0.0.1:${port()}`;
  const folder = stateDir();
  let server: LocalServer | undefined;
  const stop = () => Promise.resolve(server?.stop()).then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  whenAbandoned(stop);

  await assertPortFree(port());
  assertAlone(folder);
  console.log('Footfall: building the worker, migrating the local D1 …');
  const worker = path.join(folder, 'worker');
  await Promise.all([build(worker), migrate('DB', whereD1())]);
  server = await serve(worker, folder, port());
  runCronEveryMinute(server);
  const key = await demoKey(folder, address);
  await seedOnce(folder, address, key);
  console.log(`
Footfall listens on ${address}
KEY=${key}
API document        ${address}/openapi.json

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

/** The key kept in the state folder, if the server takes it; else a new one. Local and for trying only. */
async function demoKey(folder: string, address: string): Promise<string> {
  const file = path.join(folder, 'demo-key');
  if (existsSync(file)) {
    const key = readFileSync(file, 'utf8').trim();
    const { status } = await fetch(`${address}/v0/accounts?limit=1`, { headers: { 'x-api-key': key } });
    if (status === 200) return key;
  }
  const key = createApiKey('main');
  const row = newKeyRow(key, { name: 'demo', scopes: ['read', 'write', 'admin'] }, Date.now());
  await execute('DB', whereD1(), [insertKey(builder, row)]);
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** Loads the demo data into a state folder that has never had it. */
async function seedOnce(folder: string, address: string, key: string): Promise<void> {
  const file = path.join(folder, 'demo-loaded');
  if (existsSync(file)) return;
  await loadDemo(address, key);
  writeFileSync(file, `${new Date().toISOString()}\n`);
}
