import { once } from 'node:events';
import { type SQL, sql } from 'drizzle-orm';
import type { Row } from './sql.ts';

/** Runs a query and returns its rows. */
export type Read = (query: SQL) => Promise<Row[]>;

/** A table and the columns of its primary key, in their order. */
interface KeyedTable {
  name: string;
  key: string[];
}

/** Rows of the first page, the most rows of a page, and the intended length of a page's JSON text. */
const [firstPage, largestPage, pageLength] = [50, 500, 4_000_000];

const list = (items: SQL[]) => sql.join(items, sql`, `);

/** Prints a row. Waits when the reader of the output is slow. */
async function print(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** Prints every row of a table in the order of its primary key. Returns their number. */
export async function exportTable(read: Read, { name, key }: KeyedTable): Promise<number> {
  const columns = list(key.map((column) => sql`${sql.identifier(column)}`));
  let printed = 0;
  let size = firstPage;
  let last: Row | undefined;
  for (;;) {
    const row = last;
    const after = row && sql`where (${columns}) > (${list(key.map((column) => sql`${row[column]}`))})`;
    const rows = await read(
      sql`select * from ${sql.identifier(name)} ${after ?? sql``} order by ${columns} limit ${size}`,
    );
    let length = 0;
    for (const row of rows) {
      const line = JSON.stringify({ table: name, row });
      length += line.length;
      await print(line);
    }
    printed += rows.length;
    if (rows.length < size) return printed;
    last = rows.at(-1);
    size = Math.min(largestPage, Math.max(1, Math.floor((pageLength * rows.length) / length)));
  }
}

/** The tables of a database that requests fill, with their primary keys. */
export async function tablesOf(read: Read): Promise<KeyedTable[]> {
  const tables = await read(sql`select t.name as name, json_group_array(k.name order by k.pk) as keys
    from pragma_table_list t join pragma_table_info(t.name) k on k.pk > 0
    where t.type = 'table' and t.schema = 'main' and t.name not like 'sqlite_%' and t.name not like '_cf_%'
      and t.name not in ('d1_migrations', 'free_mail_domains', 'secrets', 'webhook_secrets')
    group by t.name`);
  return tables.map(({ name, keys }) => ({
    name: String(name),
    key: JSON.parse(String(keys)) as string[],
  }));
}

/** The number of rows in a table. */
export const countRows = async (read: Read, { name }: KeyedTable): Promise<number> =>
  Number((await read(sql`select count(*) as n from ${sql.identifier(name)}`))[0]?.n);
