import { buildWorker, workerFolder } from './build/worker.ts';
import { main } from './lib/settings.ts';

// What `wrangler deploy` and `wrangler dev` run first: builds the Worker into the folder that wrangler.toml names.
await main(async () => {
  await buildWorker(workerFolder);
});
