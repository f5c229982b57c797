import path from 'node:path';
import { demoKey, websiteKey } from '../../demo/keys.ts';
import { keepAlive } from '../../demo/live/keep.ts';
import { loadDemoOnce, visitsUntil } from '../../demo/load/demo.ts';
import { type Site, serveSite } from '../../demo/site/server.ts';
import { placeAssetFolders } from '../build/assets.ts';
import { builtWorker } from '../build/worker.ts';
import { commandsOn, migrateFolder } from '../d1/databases.ts';
import { optionsOfWrangler } from '../d1/local-d1.ts';
import { makeLink } from '../keys/sign-in-link.ts';
import { port, root, UserError } from '../lib/settings.ts';
import { type LocalServer, runCronEveryMinute, serve } from '../server/serve.ts';
import { visitOrigins } from '../server/visit-origins.ts';

/** What has been started so far. */
export interface Started {
  server?: LocalServer;
  site?: Site;
}

/** The folder as a reader knows it: relative to the project, if it is in it. */
function folderName(folder: string): string {
  const relative = path.relative(root, folder) || '.';
  return relative.startsWith('..') ? folder : relative;
}

/** How to reach the service. */
const signIn = async (databases: ReturnType<typeof commandsOn>, address: string, key: string) =>
  `Open the console    ${await makeLink(databases, address)}
                    (once, within 15 minutes; another link: npm run key -- link)

Footfall listens on ${address}
KEY=${key}
API documents       ${address}/docs/`;

/**
 * Builds the worker, migrates the databases of a state folder, loads the demo data once, and serves the API and the demo
 * website on `portOfSite`; without this port, only the API, with no demo. Notes in `started` what the caller must stop. The caller must have locked the folder.
 */
export async function startService(
  folder: string,
  portOfSite: number | undefined,
  hasVisitors: boolean,
  started: Started,
): Promise<void> {
  const address = `http://127.0.0.1:${port()}`;
  if (portOfSite === undefined && visitsUntil(folder))
    throw new UserError(`${folderName(folder)} has the demo; --empty needs another STATE_DIR.`);
  const [worker] = await Promise.all([placeAssetFolders().then(builtWorker), migrateFolder(folder)]);
  const { bindings } = await optionsOfWrangler();
  const origins = visitOrigins(bindings?.VISIT_ORIGINS, portOfSite);
  const server = await serve(worker, folder, port(), {
    VISIT_ORIGINS: origins,
    LOCAL_RECEIVERS: 'on',
    // All visitors come from this machine.
    EXPERIMENT_VISITORS_PER_ADDRESS: '1000000',
  });
  started.server = server;
  const databases = commandsOn(server.d1);
  const key = await demoKey(folder, address, databases);
  if (portOfSite === undefined) {
    runCronEveryMinute(server);
    console.log(`
${await signIn(databases, address, key)}

The workspace is empty. Ctrl-C stops it; the data stays in ${folderName(folder)}`);
    return;
  }
  const website = `http://127.0.0.1:${portOfSite}`;
  const demo = { address, key, websiteKey: await websiteKey(folder, address, key), site: website };
  await loadDemoOnce(folder, { ...demo, databases });
  // After the load, so that its first run rolls up the visits of the demo.
  runCronEveryMinute(server);
  const site = await serveSite(portOfSite, demo);
  started.site = site;
  console.log(`
${await signIn(databases, address, key)}
Demo website        ${site.address}
A personal page     ${site.address}/for/zoe-lindqvist

Try it:
  curl -s '${address}/v0/persons/search?query=zoe' -H 'x-api-key: ${key}'

Ctrl-C stops it; the data stays in ${folderName(folder)},
but for visits of the last seconds: the local queues are in memory`);
  await keepAlive(folder, demo, hasVisitors);
}
