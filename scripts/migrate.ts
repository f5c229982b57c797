import { main, parseOptions } from './lib/settings.ts';
import { bindingOf, migrate, whereD1 } from './lib/wrangler.ts';

// npm run db:migrate [-- --workspace W] [--remote]: applies the migrations that a workspace's database lacks.
await main(async () => {
  const { values } = parseOptions(
    { options: { workspace: { type: 'string' }, remote: { type: 'boolean' } } },
    'usage: npm run db:migrate -- [--workspace W] [--remote]',
  );
  console.log(await migrate(bindingOf(values.workspace), whereD1(values.remote)));
});
