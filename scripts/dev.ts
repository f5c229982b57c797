import { consoleFolder, watchConsole } from './build/console.ts';
import { commandsOn, migrateFolder } from './d1/databases.ts';
import { makeLink } from './keys/sign-in-link.ts';
import { whenAbandoned } from './lib/processes.ts';
import { assertPortFree, main, port } from './lib/settings.ts';
import { d1OfWranglerDev, startWranglerDev } from './server/wrangler-dev.ts';
import { stateDir } from './state/dir.ts';
import { lock } from './state/lock.ts';
import { listenForCommands } from './state/socket.ts';

// npm run dev: `wrangler dev` on the state folder. It builds the worker and the console again after every change of a
// file.
await main(async () => {
  const folder = stateDir();
  await assertPortFree(port());
  await lock(folder, 'npm run dev');
  await migrateFolder(folder);
  await watchConsole(consoleFolder);
  const wrangler = startWranglerDev(folder, port());
  const end = () => wrangler.kill();
  // Ctrl-C in a terminal also reaches wrangler. When wrangler ends, this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  whenAbandoned(end);
  wrangler.once('exit', (code) => process.exit(code ?? 0));
  const d1 = await d1OfWranglerDev(port());
  await listenForCommands(folder, d1);
  const link = await makeLink(commandsOn(d1), `http://127.0.0.1:${port()}`);
  console.log(`Open the console (once, within 15 minutes): ${link}`);
});
