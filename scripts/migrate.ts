import { assertSchema, bindingOf, withDatabases } from './lib/databases.ts';
import { main, parseOptions, targetOptions } from './lib/settings.ts';

// npm run db:migrate: applies missing migrations to the databases of all workspaces, or of one.
await main(async () => {
  const { values } = parseOptions(
    { options: targetOptions },
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
