import { sql } from 'drizzle-orm';
import { main, parseOptions } from './lib/settings.ts';
import { execute } from './lib/sql.ts';
import { bindingOf, whereD1 } from './lib/wrangler.ts';

type Row = Record<string, string | number | null>;
const rowsPerPage = 500;

// npm run --silent export [-- --workspace W] [--remote] > backup.ndjson: a line {"table", "row"} for each row of
// a workspace, in pages by primary key. `wrangler d1 export` refuses databases with FTS5 tables, as ours are.
await main(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions(
    { options: { workspace: text, env: text, remote: { type: 'boolean' } } },
    'usage: npm run --silent export -- [--workspace W] [--remote [--env E]] > backup.ndjson',
  );
  const binding = await bindingOf(values.workspace, values);
  const read = (query: ReturnType<typeof sql>) =>
    execute(binding, whereD1(values), [query]) as Promise<Row[]>;

  const tables = await read(sql`select t.name as name, group_concat(k.name order by k.pk) as keys
    from pragma_table_list t join pragma_table_info(t.name) k on k.pk > 0
    where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%' and t.name not like '_cf_%'
      and t.name <> 'd1_migrations'
    group by t.name`);
  for (const { name, keys } of tables) {
    const key = String(keys).split(',');
    const columns = sql.join(
      key.map((column) => sql.identifier(column)),
      sql`, `,
    );
    let rows: Row[] = [];
    do {
      const last = rows.at(-1);
      const after =
        last &&
        sql.join(
          key.map((column) => sql`${last[column]}`),
          sql`, `,
        );
      rows = await read(sql`select * from ${sql.identifier(String(name))}
        ${after ? sql`where (${columns}) > (${after})` : sql``} order by ${columns} limit ${rowsPerPage}`);
      for (const row of rows) console.log(JSON.stringify({ table: name, row }));
    } while (rows.length === rowsPerPage);
  }
});
