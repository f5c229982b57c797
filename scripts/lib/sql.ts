import type { SQL, SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../src/db/client.ts';
import { wrangler } from './wrangler.ts';

const dialect = new SQLiteAsyncDialect();

/** Builds statements; nothing is connected, so that executing one fails. */
export const builder: Database = drizzle({ prepare: () => undefined } as unknown as D1Database);

/** A statement's text with its parameters as literals, for `wrangler d1 execute`, which takes no parameters. */
const textOf = (statement: SQLWrapper): string =>
  dialect.sqlToQuery((statement.getSQL() as SQL).inlineParams()).sql;

/** Runs statements in a workspace's database through wrangler; gives the rows of the last. */
export async function execute(
  binding: string,
  where: string[],
  statements: SQLWrapper[],
): Promise<unknown[]> {
  const command = statements.map((statement) => `${textOf(statement)};`).join('\n');
  const printed = await wrangler([
    'd1',
    'execute',
    binding,
    ...where,
    '--json',
    '--yes',
    '--command',
    command,
  ]);
  const results = JSON.parse(printed.slice(printed.indexOf('['))) as { results: unknown[] }[];
  return results.at(-1)?.results ?? [];
}
