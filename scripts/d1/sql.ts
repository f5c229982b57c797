import type { SQL } from 'drizzle-orm';
import type { Bound } from '../../src/db/statement.ts';
import { UserError } from '../lib/settings.ts';

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
};

/**
 * The text of a statement with its parameters as literals, because `wrangler d1 execute` and `wrangler dev` bind
 * none.
 */
export const toText = ({ text, params }: Bound): string =>
  text.replace(/\?(\d+)/g, (_, number: string) => literal(params[Number(number) - 1]));

/** A statement without parameters. */
export const bare = (text: string): Bound => ({ text, params: [], decoders: [] });

/** A statement: its text, or its text with the values of its parameters, which may be longer than a text may be. */
export type Command = string | Pick<Bound, 'text' | 'params'>;

export type Row = Record<string, string | number | null>;

/** Runs a query and returns its rows. */
export type Read = (query: SQL) => Promise<Row[]>;

/** The D1 databases of a deployment, by the names of their bindings. */
export interface Databases {
  bindings: string[];
  /**
   * Runs statements in one transaction. Returns the rows of each. Throws UserError when the database refuses them.
   */
  run: (binding: string, statements: readonly Bound[]) => Promise<Row[][]>;
  /** The same, with the parameters as they are: a text with them may be too long. */
  batch: (binding: string, statements: readonly Bound[]) => Promise<Row[][]>;
  /** Applies the missing migrations to a database. Returns their names. */
  migrate: (binding: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/**
 * Whether an error is a fault of the HTTP client between Miniflare and workerd: an assertion of undici, under load. Calls
 * that Miniflare makes in a thread of its own return a copy of the error, which has its text, and neither code nor name.
 */
export const isFault = ({ code, stack = '' }: NodeJS.ErrnoException): boolean =>
  code === 'ERR_ASSERTION' || stack.startsWith('AssertionError');

/** The error that a user sees when a database refuses statements. */
export const refusal = (reason: string): UserError =>
  new UserError(
    /no such table/.test(reason)
      ? 'the database is not migrated: run npm run db:migrate first, or set STATE_DIR as for npm start.'
      : `the database refuses: ${reason}`,
  );
