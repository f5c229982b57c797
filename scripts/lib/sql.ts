import type { SQL, SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../src/db/client.ts';
import { UserError } from './settings.ts';

const dialect = new SQLiteAsyncDialect();

/** Builds statements; nothing is connected, so that executing one fails. */
export const builder: Database = drizzle({ prepare: () => undefined } as unknown as D1Database);

/** The text of a statement with its parameters as literals: neither `wrangler d1 execute` nor `wrangler dev` binds. */
export const toText = (statement: SQLWrapper): string =>
  dialect.sqlToQuery((statement.getSQL() as SQL).inlineParams()).sql;

export type Row = Record<string, string | number | null>;

/** The D1 databases of a deployment, by the names of their bindings. */
export interface Databases {
  bindings: string[];
  /** Runs statements in one transaction; gives the rows of each. Throws UserError when the database refuses. */
  run: (binding: string, statements: SQLWrapper[]) => Promise<Row[][]>;
  /** Applies the migrations that a database lacks; gives their names. */
  migrate: (binding: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** What a user reads when a database refuses statements. */
export const refusal = (reason: string): UserError =>
  new UserError(
    /no such table/.test(reason)
      ? 'the database is not migrated: run npm run db:migrate first.'
      : `the database refuses: ${reason}`,
  );
