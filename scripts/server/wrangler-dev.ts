import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalD1, optionsOfWrangler } from '../d1/local-d1.ts';
import type { Row } from '../d1/sql.ts';
import { root } from '../lib/settings.ts';
import { wranglerCli } from '../lib/wrangler.ts';

/** Starts `wrangler dev` on a state folder. It prints to the terminal of this process. */
export const startWranglerDev = (folder: string, port: number): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...[wranglerCli, 'dev', '--config', 'wrangler.toml'],
      ...['--persist-to', folder, '--port', String(port)],
      // Webhooks may lead to this machine.
      ...['--var', 'LOCAL_RECEIVERS:on'],
      // All visitors come from this machine.
      ...['--var', 'EXPERIMENT_VISITORS_PER_ADDRESS:1000000'],
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
    },
  );

interface Answer {
  errors: { message: string }[];
  result: { results: { columns: string[]; rows: Row[string][][] } }[] | null;
}

/** The D1 databases of `wrangler dev` on a port, through the API of its local explorer, as soon as that answers. */
export async function d1OfWranglerDev(port: number): Promise<LocalD1> {
  const explorer = `http://127.0.0.1:${port}/cdn-cgi/local/explorer/api`;
  while (!(await fetch(`${explorer}/d1/database`).catch(() => undefined))?.ok) await sleep(100);
  const { d1Databases = {} } = await optionsOfWrangler();
  return {
    bindings: Object.keys(d1Databases),
    run: async (binding, statements) => {
      const id = d1Databases[binding]?.id;
      if (id === undefined) throw new Error(`there is no D1 binding ${binding}`);
      const response = await fetch(`${explorer}/d1/database/${encodeURIComponent(id)}/raw`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          batch: statements.map((one) =>
            typeof one === 'string' ? { sql: one } : { sql: one.text, params: one.params },
          ),
        }),
      });
      const { result, errors } = (await response.json()) as Answer;
      if (!result) throw new Error(errors[0]?.message ?? `wrangler dev answers ${response.status}`);
      return result.map(({ results: { columns, rows } }) =>
        rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
      );
    },
  };
}
