import { once as statementOf } from '../src/db/statement.ts';
import { bindingOf, withDatabases } from './d1/databases.ts';
import { countRows, exportTable, type Read, tablesOf } from './d1/export.ts';
import { main, parseOptions, targetOptions, UserError } from './lib/settings.ts';

// npm run --silent export [-- --workspace W] [--remote] > backup.ndjson: prints a line {"table", "row"} for each row
// of a workspace, in pages by primary key. `wrangler d1 export` refuses databases with FTS5 tables, such as ours.
await main(async () => {
  const { values } = parseOptions(
    { options: targetOptions },
    'usage: npm run --silent export -- [--workspace W] [--remote [--env E]] > backup.ndjson',
  );
  await withDatabases(values, async (databases) => {
    const binding = bindingOf(databases, values.workspace);
    const read: Read = async (query) => (await databases.run(binding, [statementOf(query)]))[0] ?? [];
    const tables = await tablesOf(read);
    if (tables.length === 0)
      throw new UserError('the database has no tables: run npm run db:migrate first. Nothing is exported.');
    for (const table of tables) {
      const before = await countRows(read, table);
      const printed = await exportTable(read, table);
      // Rows may be removed meanwhile. It is an error only if fewer rows were printed than exist both before and
      // after.
      if (printed < before && printed < (await countRows(read, table)))
        throw new UserError(
          `the export is not whole: ${printed} of ${before} rows of ${table.name}; run it again.`,
        );
    }
  });
});
