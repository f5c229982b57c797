import path from 'node:path';
import { collectKey, demoKey } from '../demo/keys.ts';
import { keepAlive } from '../demo/live/keep.ts';
import { loadDemoOnce } from '../demo/load/demo.ts';
import { type Site, serveSite } from '../demo/site/server.ts';
import { placeAssetFolders } from './build/assets.ts';
import { commandsOn, migrateFolder } from './d1/databases.ts';
import { optionsOfWrangler } from './d1/local-d1.ts';
import { makeLink } from './keys/sign-in-link.ts';
import { whenAbandoned } from './lib/processes.ts';
import { assertPortFree, hasDemoVisits, main, port, root, sitePort } from './lib/settings.ts';
import { builtWorker } from './lib/wrangler.ts';
import { type LocalServer, runCronEveryMinute, serve } from './server/serve.ts';
import { visitOrigins } from './server/visit-origins.ts';
import { stateDir } from './state/dir.ts';
import { lock } from './state/lock.ts';

/** The folder as a reader knows it: relative to the project, if it is in it. */
function folderName(folder: string): string {
  const relative = path.relative(root, folder) || '.';
  return relative.startsWith('..') ? folder : relative;
}

// npm start: builds the worker, migrates the local databases, loads the demo data once, and serves the API and the
// demo website until it is stopped. Meanwhile visitors come to the demo website, unless DEMO_VISITS is off.
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
  const hasVisitors = hasDemoVisits();
  await lock(folder, 'npm start');
  console.log('Footfall: building the worker, migrating the local databases …');
  // The folders of public/ come first, because wrangler reads them when it builds.
  const [worker] = await Promise.all([placeAssetFolders().then(builtWorker), migrateFolder(folder)]);
  const { bindings } = await optionsOfWrangler();
  const origins = visitOrigins(bindings?.VISIT_ORIGINS, portOfSite);
  server = await serve(worker, folder, port(), { VISIT_ORIGINS: origins });
  const databases = commandsOn(server.d1);
  const key = await demoKey(folder, address, databases);
  const website = `http://127.0.0.1:${portOfSite}`;
  const demo = { address, key, collectKey: await collectKey(folder, address, key), site: website };
  await loadDemoOnce(folder, demo);
  // After the load, so that its first run rolls up the visits of the demo.
  runCronEveryMinute(server);
  site = await serveSite(portOfSite, demo);
  console.log(`
Open the console    ${await makeLink(databases, address)}
                    (once, within 15 minutes; another link: npm run key -- link)

Footfall listens on ${address}
KEY=${key}
API documents       ${address}/docs/
Demo website        ${site.address}
A personal page     ${site.address}/for/zoe-lindqvist

Try it:
  curl -s '${address}/v0/persons/search?query=zoe' -H 'x-api-key: ${key}'

Ctrl-C stops it; the data stays in ${folderName(folder)}`);
  await keepAlive(folder, demo, hasVisitors);
});
