import { once } from 'node:events';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bindingOf, withDatabases } from './lib/databases.ts';
import { main, parseOptions, UserError } from './lib/settings.ts';
import type { Row } from './lib/sql.ts';

type Read = (query: SQLWrapper) => Promise<Row[]>;

/** Rows of a page at first and at most, and the length of JSON text that a page should have. */
const [firstPage, largestPage, pageLength] = [50, 500, 4_000_000];

const list = (items: SQL[]) => sql.join(items, sql`, `);

/** Prints a row and waits while the reader is behind. */
async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** Prints every row of a table in the order of its primary key; gives their number. */
async function exportTable(read: Read, table: string, key: string[]): Promise<number> {
  const columns = list(key.map((column) => sql`${sql.identifier(column)}`));
  let printed = 0;
  let size = firstPage;
  let last: Row | undefined;
  for (;;) {
    const row = last;
    const after = row && sql`where (${columns}) > (${list(key.map((column) => sql`${row[column]}`))})`;
    const rows = await read(
      sql`select * from ${sql.identifier(table)} ${after ?? sql``} order by ${columns} limit ${size}`,
    );
    let length = 0;
    for (const row of rows) {
      const line = JSON.stringify({ table, row });
      length += line.length;
      await print(line);
    }
    printed += rows.length;
    if (rows.length < size) return printed;
    last = rows.at(-1);
    size = Math.min(largestPage, Math.max(1, Math.floor((pageLength * rows.length) / length)));
  }
}

// npm run --silent export [-- --workspace W] [--remote] > backup.ndjson: a line {"table", "row"} for each row of
// a workspace, in pages by primary key. `wrangler d1 export` refuses databases with FTS5 tables, as ours are.
await main(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions(
    { options: { workspace: text, env: text, remote: { type: 'boolean' } } },
    'usage: npm run --silent export -- [--workspace W] [--remote [--env E]] > backup.ndjson',
  );
  await withDatabases(values, async (databases) => {
    const binding = bindingOf(databases, values.workspace);
    const read: Read = async (query) => (await databases.run(binding, [query]))[0] ?? [];
    const count = async (table: string) =>
      Number((await read(sql`select count(*) as n from ${sql.identifier(table)}`))[0]?.n);

    const tables = await read(sql`select t.name as name, json_group_array(k.name order by k.pk) as keys
      from pragma_table_list t join pragma_table_info(t.name) k on k.pk > 0
      where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%' and t.name not like '_cf_%'
        and t.name <> 'd1_migrations'
      group by t.name`);
    if (tables.length === 0)
      throw new UserError('the database has no tables: run npm run db:migrate first. Nothing is exported.');
    for (const { name, keys } of tables) {
      const table = String(name);
      const before = await count(table);
      const printed = await exportTable(read, table, JSON.parse(String(keys)) as string[]);
      // Rows may be removed meanwhile: only fewer than there are at both ends are too few.
      if (printed < before && printed < (await count(table)))
        throw new UserError(
          `the export is not whole: ${printed} of ${before} rows of ${table}; run it again.`,
        );
    }
  });
});
