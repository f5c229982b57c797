import { writeAssets } from './lib/assets.ts';
import { assertSchema } from './lib/databases.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';
import { databasesOf, deploy, queuesOf, remoteDatabases, wrangler } from './lib/wrangler.ts';

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
  await writeAssets();

  for (const queue of await queuesOf(target)) {
    if (await exists(queue)) continue;
    console.log(`creating the queue ${queue} …`);
    await wrangler(['queues', 'create', queue]);
  }
  const existing = new Set(
    (JSON.parse(await wrangler(['d1', 'list', '--json'])) as { name: string }[]).map(({ name }) => name),
  );
  const databases = await remoteDatabases(target);
  for (const { binding, database_name } of await databasesOf(target)) {
    if (!database_name) throw new UserError(`wrangler.toml gives ${binding} no database_name.`);
    if (!existing.has(database_name)) {
      console.log(`creating the database ${database_name} …`);
      await wrangler(['d1', 'create', database_name]);
    }
    console.log(`migrating ${database_name} …`);
    await databases.migrate(binding);
    await assertSchema(databases, binding, database_name, 'nothing is deployed');
  }
  console.log(await deploy(target));
});
