import { bindingOf, withDatabases } from './d1/databases.ts';
import { upgrade } from './d1/upgrade.ts';
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
    const about = { where: 'here', remedy: 'restore it with the version that made it' };
    await upgrade(
      databases,
      chosen.map((binding) => ({ binding, ...about })),
      (binding, applied) =>
        console.log(`${binding}: ${applied.length === 0 ? 'nothing to migrate' : applied.join(', ')}`),
    );
  });
});
