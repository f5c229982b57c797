import { whenAbandoned } from './lib/processes.ts';
import { assertPortFree, hasDemoVisits, main, parseOptions, port, sitePort } from './lib/settings.ts';
import type { Started } from './start/service.ts';
import { stateDir } from './state/dir.ts';
import { lock } from './state/lock.ts';

// npm start: builds the worker, migrates the local databases, loads the demo data once, and serves the API and the
// demo website until it is stopped. Meanwhile visitors come to the demo website, unless DEMO_VISITS is off. With --empty it
// has a state folder of its own, and neither demo data nor website: as a new deployment.
const usage = 'npm start, or npm start -- --empty for a workspace without the demo';

await main(async () => {
  const { empty: isEmpty = false } = parseOptions({ options: { empty: { type: 'boolean' } } }, usage).values;
  if (isEmpty) process.env.STATE_DIR ||= '.wrangler/state-empty';
  const folder = stateDir();
  const started: Started = {};
  const stop = () => {
    started.site?.stop();
    return Promise.resolve(started.server?.stop()).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  whenAbandoned(stop);

  await assertPortFree(port());
  const portOfSite = isEmpty ? undefined : await sitePort();
  const hasVisitors = hasDemoVisits();
  await lock(folder, 'npm start');
  console.log('Footfall: building the worker, migrating the local databases …');
  // Loaded now, because its code takes most of a second: what is wrong with the settings is said before.
  const { startService } = await import('./start/service.ts');
  await startService(folder, portOfSite, hasVisitors, started);
});
