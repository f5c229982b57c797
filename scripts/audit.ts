import { once as statementOf } from '../src/db/statement.ts';
import { audit, lineOf } from './d1/audit.ts';
import { bindingOf, withDatabases } from './d1/databases.ts';

import type { Read } from './d1/sql.ts';
import { main, parseOptions, targetOptions } from './lib/settings.ts';

// npm run audit [-- --workspace W] [--remote]: names the persons whom a placeholder or a page may have joined, and the
// accounts that their own domain does not find. It only reads.
await main(async () => {
  const { values } = parseOptions(
    { options: targetOptions },
    'usage: npm run audit -- [--workspace W] [--remote [--env E]]',
  );
  await withDatabases(values, async (databases) => {
    const binding = bindingOf(databases, values.workspace);
    const read: Read = async (query) => (await databases.run(binding, [statementOf(query)]))[0] ?? [];
    let found = 0;
    for await (const finding of audit(read)) {
      found++;
      console.log(lineOf(finding));
    }
    console.log(found === 0 ? 'Every identifier is as it would be stored today.' : `${found} found.`);
  });
});
