import { main, parseOptions } from './lib/settings.ts';
import { bindingOf, migrate, whereD1 } from './lib/wrangler.ts';

// npm run db:migrate: applies the migrations that a workspace's database lacks.
await main(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions(
    { options: { workspace: text, env: text, remote: { type: 'boolean' } } },
    'usage: npm run db:migrate -- [--workspace W] [--remote [--env E]]',
  );
  console.log(await migrate(await bindingOf(values.workspace, values), whereD1(values)));
});
