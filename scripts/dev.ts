import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateFolder } from './lib/databases.ts';
import { type LocalD1, optionsOfWrangler } from './lib/local-d1.ts';
import { whenAbandoned } from './lib/processes.ts';
import { assertPortFree, main, port, root, stateDir } from './lib/settings.ts';
import type { Row } from './lib/sql.ts';
import { lock } from './lib/state-lock.ts';
import { listenForCommands } from './lib/state-socket.ts';

interface Answer {
  errors: { message: string }[];
  result: { results: { columns: string[]; rows: Row[string][][] } }[] | null;
}

/** The D1 databases of `wrangler dev`, through the API of its local explorer. */
function d1OfWrangler(explorer: string): LocalD1 {
  const { d1Databases = {} } = optionsOfWrangler();
  return {
    bindings: Object.keys(d1Databases),
    run: async (binding, statements) => {
      const id = d1Databases[binding]?.id;
      if (id === undefined) throw new Error(`there is no D1 binding ${binding}`);
      const response = await fetch(`${explorer}/d1/database/${encodeURIComponent(id)}/raw`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ batch: statements.map((sql) => ({ sql })) }),
      });
      const { result, errors } = (await response.json()) as Answer;
      if (!result) throw new Error(errors[0]?.message ?? `wrangler dev answers ${response.status}`);
      return result.map(({ results: { columns, rows } }) =>
        rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
      );
    },
  };
}

// npm run dev: `wrangler dev` on the state folder, which builds the worker again after every change of a file.
await main(async () => {
  const folder = stateDir();
  await assertPortFree(port());
  await lock(folder, 'npm run dev');
  await migrateFolder(folder);
  const wrangler = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/wrangler/bin/wrangler.js'),
      'dev',
      '--persist-to',
      folder,
      '--port',
      String(port()),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, WRANGLER_SEND_METRICS: 'false' } },
  );
  const end = () => wrangler.kill();
  // A terminal's Ctrl-C reaches wrangler as well, which ends us when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  whenAbandoned(end);
  wrangler.once('exit', (code) => process.exit(code ?? 0));

  const explorer = `http://127.0.0.1:${port()}/cdn-cgi/local/explorer/api`;
  while (!(await fetch(`${explorer}/d1/database`).catch(() => undefined))?.ok) await sleep(100);
  await listenForCommands(folder, d1OfWrangler(explorer));
});
