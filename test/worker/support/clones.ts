import { env } from 'cloudflare:workers';

type Row = Record<string, string | number | null>;

/** How copies of a row differ: the changes of the nth. */
export type Change = (n: number) => Row;

/** Copies of a row. */
export interface Clones {
  /** Adds copies until there are so many. The first call removes the rows that they are in place of. */
  fill: (size: number) => Promise<void>;
}

/**
 * Makes copies of a row of a table, the first with the number `from`: besides all rows, or in place of those for which a
 * condition (SQL) holds.
 */
export async function clonesOf(
  table: string,
  change: Change,
  { from, inPlaceOf }: { from: number; inPlaceOf?: string },
): Promise<Clones> {
  const where = inPlaceOf ?? 'true';
  const select = (what: string, from: string) => env.DB.prepare(`select ${what} from ${from}`);
  // Without generated columns.
  const { results } = await select('name', `pragma_table_info('${table}')`).all<{ name: string }>();
  const columns = results.map(({ name }) => name);
  const template = await select(columns.join(), `${table} where ${where} limit 1`).first<Row>();
  if (!template) throw new Error(`${table} has no row where ${where}`);
  const insert = env.DB.prepare(
    `insert into ${table} (${columns.join()})
     select ${columns.map((name) => `value ->> '${name}'`).join()} from json_each(?)`,
  );
  let count = 0;
  return {
    async fill(size) {
      if (inPlaceOf && count === 0) await env.DB.prepare(`delete from ${table} where ${where}`).run();
      while (count < size) {
        const rows = Array.from({ length: Math.min(500, size - count) }, (_, n) => ({
          ...template,
          ...change(from + count + n),
        }));
        await insert.bind(JSON.stringify(rows)).run();
        count += rows.length;
      }
    },
  };
}
