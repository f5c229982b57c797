import path from 'node:path';
import { writeAssets } from './build/assets.ts';
import { workerFolder } from './build/worker.ts';
import { remoteDatabases } from './d1/remote-d1.ts';
import { assertUpgradable, upgrade } from './d1/upgrade.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';
import { configOf, databasesOf, deploy, queuesOf, wrangler } from './lib/wrangler.ts';

/** Whether the account has this queue. `queues list` shows only the first page. */
const exists = (queue: string): Promise<boolean> =>
  wrangler(['queues', 'info', queue]).then(
    () => true,
    () => false,
  );

// npm run deploy [-- --env E]: creates missing databases and queues, migrates, and then deploys the worker, so that
// new code never runs on an old schema. Needs `npx wrangler login` once.
await main(async () => {
  const { values } = parseOptions(
    { options: { env: { type: 'string' } } },
    'usage: npm run deploy -- [--env E]',
  );
  const target = { ...values, remote: true };
  // First of all: without a login it fails.
  const existing = new Set(
    (JSON.parse(await wrangler(['d1', 'list', '--json'])) as { name: string }[]).map(({ name }) => name),
  );
  const { main: entry } = await configOf(target);
  if (entry !== path.join(workerFolder, 'index.js'))
    throw new UserError(
      `main in wrangler.toml is not dist/worker/index.js: docs/operators/upgrade.md says what to take over.`,
    );
  await writeAssets();
  const candidates = (await databasesOf(target)).map(({ binding, database_name: where }) => {
    if (!where) throw new UserError(`wrangler.toml gives ${binding} no database_name.`);
    return { binding, where, remedy: 'nothing is deployed' };
  });
  const databases = await remoteDatabases(target);
  await assertUpgradable(
    databases,
    candidates.filter(({ where }) => existing.has(where)),
  );

  for (const queue of await queuesOf(target)) {
    if (await exists(queue)) continue;
    console.log(`creating the queue ${queue} …`);
    await wrangler(['queues', 'create', queue]);
  }
  for (const { where } of candidates) {
    if (existing.has(where)) continue;
    console.log(`creating the database ${where} …`);
    await wrangler(['d1', 'create', where]);
  }
  console.log('migrating …');
  await upgrade(databases, candidates, (binding, applied) =>
    console.log(`${binding}: ${applied.length === 0 ? 'nothing to migrate' : applied.join(', ')}`),
  );
  console.log(await deploy(target));
});
