import { lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { inChunks } from '../lib/in-chunks.ts';
import type { Database } from './client.ts';
import { existsIn } from './sql.ts';
import { build, named, type Param, statement } from './statement.ts';

type Columns = Record<string, SQLiteColumn>;
const chunk = 1000;
const chunks = 10;

/**
 * How rows from before a time are removed, 10,000 at most in a run of the cron. An index has `at`, their time or an id that
 * begins with it. `key` is the primary key, and `returned` a part of it. It is called at the top of a module.
 */
export function sweep<At extends number | string = number>(
  table: SQLiteTable,
  at: SQLiteColumn,
  key: Columns,
  returned: Columns,
) {
  const isOld = (oldest: Param<At>) => lt(at, oldest);
  const columns = Object.values(key);
  const row = sql.join(columns, sql`, `);
  const deleteChunk = statement(({ oldest }: { oldest: Param<At> }) => {
    const order = columns.includes(at) ? columns : [at];
    const old = build
      .select(key)
      .from(table)
      .where(isOld(oldest))
      .orderBy(...order)
      .limit(chunk);
    return build
      .delete(table)
      .where(sql`${columns.length > 1 ? sql`(${row})` : row} in ${old}`)
      .returning(named(returned));
  });
  return {
    /** The condition that there are rows from before a time. */
    areOld: (oldest: Param<At>): SQL => existsIn(table, isOld(oldest)),
    /** Removes rows from before a time. Returns how many. */
    removeOld: (db: Database, oldest: At): Promise<number> =>
      inChunks(chunk, chunks, async () => (await db.batch([deleteChunk({ oldest })]))[0].length),
  };
}
