import { assertSchema, bindingOf, withDatabases } from './lib/databases.ts';
import { main, parseOptions } from './lib/settings.ts';

// npm run db:migrate: applies the migrations that the databases lack, those of all workspaces unless one is named.
await main(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions(
    { options: { workspace: text, env: text, remote: { type: 'boolean' } } },
    'usage: npm run db:migrate -- [--workspace W] [--remote [--env E]]',
  );
  await withDatabases(values, async (databases) => {
    const { workspace } = values;
    const chosen = workspace === undefined ? databases.bindings : [bindingOf(databases, workspace)];
    for (const binding of chosen) {
      const applied = await databases.migrate(binding);
      console.log(`${binding}: ${applied.length === 0 ? 'nothing to migrate' : applied.join(', ')}`);
      await assertSchema(databases, binding, 'here', 'restore it with the version that made it');
    }
  });
});
